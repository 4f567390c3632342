/** A file made of questions. */
export interface Written {
  text: string
  /** Titles of questions that the format has no form for. */
  left: string[]
}
