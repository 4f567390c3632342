/** What a candidate said on the guide, on his way to the sheet. It is kept for that way alone: neither a reload nor the browser's back begins an attempt. */
let begins: string | undefined

export const sayBegin = (exam: string): void => {
  begins = exam
}
export const saidBegin = (exam: string): boolean => begins === exam
export const forgetBegin = (): void => {
  begins = undefined
}
