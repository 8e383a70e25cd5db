/** The playground's libraries. They are part of its folder in the package, so npm installs none of them. */
export const vendored = ['htm', 'preact'] as const
