/** One person's judgement of a homework counts, and results are not published apart. */
export const oneMarker = { double: false, threshold: 0, out: false }
