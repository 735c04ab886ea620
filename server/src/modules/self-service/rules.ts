/** Binds what a customer wrote to its row. */
export const requestAad = (id: string): string => `self_service.requests/${id}`;
