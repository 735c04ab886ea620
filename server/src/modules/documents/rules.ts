/** Documents an intake may have (decision 51). */
export const documentsMax = 10;
