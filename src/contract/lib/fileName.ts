/** A name that people gave, as the name of a file on any system: without what one of them keeps for itself. */
export const fileNameOf = (name: string): string =>
  name
    .replace(/[\s\\/:*?"<>|\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 100)
