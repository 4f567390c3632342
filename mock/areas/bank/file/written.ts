import type { NotWritten } from '#src/contract/bank/notWritten.ts'
import type { Exercise, TheoryQuestion } from '#src/contract/bank/question.schema.ts'

/** A file made of questions. */
export interface QuestionFile {
  text: string
  /** What the format has no form for. */
  left: NotWritten[]
}

/** Other products give the share of what is right and nothing else: a question that gives all or nothing is named. */
export const lostMarkingOf = (q: TheoryQuestion | Exercise): NotWritten | undefined =>
  q.type === 'multiple' && q.partial === 'none' && q.options.filter((o) => o.correct).length > 1
    ? { what: 'property', name: `${q.title}: partial none` }
    : undefined

/** Bytes that go with questions. */
export interface QuestionAssets {
  /** Pictures by their name in the store. */
  pictures: ReadonlyMap<string, Buffer>
  /** An attachment by its id. */
  open: (id: string) => AsyncIterable<Uint8Array>
}
/** Pictures that lie beside a text are named by their place there. */
export const withRelativePictures = (text: string, pictures: QuestionAssets['pictures']): string =>
  text.replace(/\]\(\/pictures\/([\w.-]{1,64})\)/g, (whole, id: string) =>
    pictures.has(id) ? `](pictures/${id})` : whole,
  )

/** Bytes as base64, piece by piece: three of them make four letters, so that only what is left over waits. */
export async function* base64(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const here = Buffer.concat([rest, chunk])
    const whole = here.length - (here.length % 3)
    yield here.toString('base64', 0, whole)
    rest = here.subarray(whole)
  }
  yield rest.toString('base64')
}
