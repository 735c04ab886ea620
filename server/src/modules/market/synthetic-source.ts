/** The source of listings that no dealer ever had; whatever is made from them says so. */
export const syntheticSource = 'synthetic';

export const isSynthetic = ({ source }: { readonly source: string }): boolean => source === syntheticSource;
