/** `white_check_mark` → ✅, or undefined. */
export declare const emoji: (name: string) => string | undefined
