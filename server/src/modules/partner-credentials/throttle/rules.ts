export const failureWindowS = 60;
