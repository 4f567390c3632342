/** Questions as Moodle XML, their texts as Markdown, their files in base64. Source: https://docs.moodle.org/en/Moodle_XML_format */
import type { z } from 'zod'
import { type NotWritten, notWrittenLine } from '#src/contract/bank/notWritten.ts'
import type { Attached, Exercise, TheoryQuestion } from '#src/contract/bank/question.schema.ts'
import { base64, type QuestionAssets, lostMarkingOf } from './written.ts'

const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const escaped = (text: string): string =>
  // what XML cannot hold is left out; a carriage return would come back as a line end
  text.replace(controls, '').replace(/[&<>"\r]/g, (c) => `&#${c.charCodeAt(0)};`)
const words = (text: string): string => `<text>${escaped(text)}</text>`
const block = (name: string, text: string): string => `<${name} format="markdown">${words(text)}</${name}>`

type File = z.output<typeof Attached>
type PictureBytes = QuestionAssets['pictures']

/** Bytes of attachments in one file: in base64 they leave room for the texts in what is read as one XML file. */
const mostBytes = 40 * 2 ** 20

/** A text with the pictures it shows, as Moodle keeps them beside it. */
function text(name: string, value: string, pictures: PictureBytes, attributes = ''): string {
  const files = new Set<string>()
  const said = value.replace(/\]\(\/pictures\/([\w.-]{1,64})\)/g, (whole, id: string) => {
    if (!pictures.has(id)) return whole
    files.add(id)
    return `](@@PLUGINFILE@@/${id})`
  })
  const held = [...files].map(
    (id) => `<file name="${id}" path="/" encoding="base64">${pictures.get(id)?.toString('base64') ?? ''}</file>`,
  )
  return `<${name} ${attributes}format="markdown">${words(said)}${held.join('')}`
}

const types = {
  'true-false': 'truefalse',
  single: 'multichoice',
  multiple: 'multichoice',
  completion: 'shortanswer',
  short: 'essay',
  operation: 'essay',
} as const

/** An essay that asks for files: Moodle counts three at most, and any number. */
function handIn({ upload, report }: Exercise): string {
  if (!upload.wanted) return '<responseformat>editor</responseformat><attachments>0</attachments>'
  const ends = upload.ends.map((end) => `.${end.replace(/^\./, '')}`).join(',')
  return [
    `<responseformat>${report ? 'editor' : 'noinline'}</responseformat><attachments>${upload.files > 3 ? -1 : upload.files}</attachments>`,
    `<attachmentsrequired>1</attachmentsrequired><filetypeslist>${escaped(ends)}</filetypeslist>`,
  ].join('')
}

function answers(q: TheoryQuestion | Exercise, pictures: PictureBytes): string {
  if (q.type === 'operation') return `${handIn(q)}${text('graderinfo', q.reference, pictures)}</graderinfo>`
  const right = q.options.filter((o) => o.correct).length
  const share = q.type === 'single' ? 100 : Math.round(1e7 / right) / 1e5
  // Moodle adds up what is ticked, and less than nothing is nothing: one wrong takes away all that the right ones give
  const wrong = q.type === 'single' ? 0 : -100
  switch (q.type) {
    case 'true-false':
      return [true, false]
        .map((t) => `<answer fraction="${t === q.truth ? 100 : 0}" format="plain_text">${words(String(t))}</answer>`)
        .join('')
    case 'single':
    case 'multiple':
      return [
        `<single>${q.type === 'single'}</single><shuffleanswers>${q.shuffle}</shuffleanswers>`,
        // an element that Moodle passes over
        ...(q.type === 'multiple' ? [`<partial>${q.partial}</partial>`] : []),
        ...q.options.map(
          (o) =>
            `${text('answer', o.text, pictures, `fraction="${o.correct ? share : wrong}" `)}${text('feedback', o.feedback, pictures)}</feedback></answer>`,
        ),
      ].join('')
    case 'completion':
      return `<usecase>0</usecase>${(q.blanks[0]?.accepted ?? []).map((a) => `<answer fraction="100" format="plain_text">${words(a)}</answer>`).join('')}`
    case 'short':
      return `<responseformat>editor</responseformat><attachments>0</attachments>${block('graderinfo', q.reference)}`
  }
}

/** Moodle shows a file only where a text leads to it. */
const linked = (stem: string, files: readonly File[]): string =>
  [stem, ...files.map((f) => `[${f.name}](@@PLUGINFILE@@/${encodeURIComponent(f.name)})`)].filter(Boolean).join('\n\n')

async function* questionOf(
  q: TheoryQuestion | Exercise,
  files: readonly File[],
  held: QuestionAssets,
): AsyncGenerator<string> {
  const { pictures, open } = held
  yield `<question type="${types[q.type]}"><name>${words(q.title)}</name>`
  yield text('questiontext', linked(q.stem, files), pictures)
  for (const { file, name } of files) {
    yield `<file name="${escaped(name)}" path="/" encoding="base64">`
    yield* base64(open(file))
    yield '</file>'
  }
  const tags = q.keywords.length ? `<tags>${q.keywords.map((k) => `<tag>${words(k)}</tag>`).join('')}</tags>` : ''
  yield [
    `</questiontext>${text('generalfeedback', q.explanation, pictures)}</generalfeedback>`,
    `<defaultgrade>${q.score}</defaultgrade><penalty>0</penalty><hidden>0</hidden>`,
    answers(q, pictures),
    ...q.hints.map((h) => block('hint', h.text)),
    `${tags}</question>\n`,
  ].join('')
}

/** Questions that the format has no form for, and files that are too many, stand in comments at the end. */
export async function* moodleOf(
  questions: readonly (TheoryQuestion | Exercise)[],
  held: QuestionAssets,
): AsyncGenerator<string> {
  const left: NotWritten[] = []
  let set: string | undefined
  let room = mostBytes
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
  for (const q of questions) {
    if (q.type === 'completion' && (q.blanks.length !== 1 || !q.blanks[0]?.accepted.length)) {
      left.push({ what: 'question', name: q.title })
      continue
    }
    if (q.set_name !== set) {
      set = q.set_name
      yield `<question type="category"><category>${words(`$course$/${set.replaceAll('/', '//')}`)}</category></question>\n`
    }
    const lost = lostMarkingOf(q)
    if (lost) left.push(lost)
    const files = q.attachments.filter(({ name, size }) => {
      const fits = size <= room
      if (fits) room -= size
      else left.push({ what: 'property', name: `${q.title}: ${name}` })
      return fits
    })
    yield* questionOf(q, files, held)
  }
  yield left
    .map(
      (l) =>
        `<!-- ${notWrittenLine(l)
          .replace(/[-<>\n]+/g, ' ')
          .replace(controls, '')} -->\n`,
    )
    .join('')
  yield '</quiz>\n'
}
