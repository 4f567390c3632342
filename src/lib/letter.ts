/** The letter of an option by its place: 0 is A. */
export const letterOf = (n: number): string => String.fromCharCode(65 + n)
