/** What an option is called, by its place: on screen, on paper and in results alike. */
export const optionLetter = (place: number): string => String.fromCharCode(65 + place)
