/** What a file of a bank says at its end about what its format has no form for: whole questions, or something of one that is written. */
const notWritten = { question: 'Question not written', property: 'Property not written' } as const
export interface NotWritten {
  what: keyof typeof notWritten
  name: string
}
export const notWrittenLine = ({ what, name }: NotWritten): string => `${notWritten[what]}: ${name}`

/** How many of each there are. @param text a GIFT or Moodle XML file, or the list in a zip: no text of a question begins a line there */
export const countNotWritten = (text: string): Record<'questions' | 'properties', number> => {
  const lines = (words: string) => text.match(new RegExp(`^(?:// |<!-- )?${words}: `, 'gm'))?.length ?? 0
  return { questions: lines(notWritten.question), properties: lines(notWritten.property) }
}
/** Name of that list in a zip. */
export const notWrittenFile = 'NOT-WRITTEN.txt'
