/** The image export counter of the specification's section 3: it increments, and resets to 0 when it is told 1. */
export const nextExportCount = (count: number, told: number | undefined): number => (told === 1 ? 0 : count + 1)
