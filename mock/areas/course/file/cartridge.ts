/**
 * A course as a Common Cartridge 1.3: chapters as modules, lessons as folders in them, texts as pages, quizzes as QTI. A cartridge has one language and
 * nothing of labs, homework and rules of completion: what stays behind is named, in the file and beside the resources.
 */
import { Marked } from 'marked'
import { courseLeftOutFile } from '#src/contract/course/course.ts'
import { slidesOf } from '#src/contract/course/outline.ts'
import type { OutlineSection, SectionContent } from '#src/contract/course/outline.schema.ts'
import type { CourseFile } from '#src/contract/course/media.schema.ts'
import type { ZipEntry } from '#mock/crud/zipped.ts'
import type { GatheredCourse } from './gather.ts'
import type { CourseOfFile } from './package.ts'
import { pathOfFile } from './package.ts'
import { assessment, qtiItem, xml } from './qti.ts'

const namespace = 'http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1'
const base = '$IMS-CC-FILEBASE$'

/** Markdown as the HTML of a page: markup that somebody wrote into it is shown as text, and no address runs anything. */
const marked = new Marked({
  gfm: true,
  async: false,
  renderer: { html: ({ text }) => xml(text) },
  walkTokens(token) {
    if (
      (token.type === 'link' || token.type === 'image') &&
      !/^(?:https?:|mailto:|\$|pictures\/|#|[\w./-]*$)/i.test(String(token['href']))
    )
      token['href'] = '#'
  },
})

interface Resource {
  id: string
  type: string
  href: string
  /** Bytes of its first file; others lie in the cartridge already. */
  bytes?: string
  title: string
}

class Writing {
  readonly resources: Resource[] = []
  readonly files = new Map<string, CourseFile>()
  readonly left: { kind: string; name: string }[] = []

  constructor(readonly g: GatheredCourse) {
    this.left.push(...g.left)
  }
  html(markdown: string): string {
    const text = markdown.replace(/\]\(\/pictures\/([\w.-]{1,64})\)/g, (whole, id: string) =>
      this.g.pictures.has(id) ? `](${base}/pictures/${id})` : whole,
    )
    return marked.parse(text, { async: false })
  }
  page(id: string, title: string, markdown: string): Resource {
    const bytes = `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>${xml(title)}</title></head><body>
${this.html(markdown)}</body></html>
`
    return { id, type: 'webcontent', href: `pages/${id}.html`, bytes, title }
  }
  file(id: string, file: CourseFile, title: string): Resource {
    const href = `web_resources/${pathOfFile(file)}`
    this.files.set(href, file)
    return { id, type: 'webcontent', href, title }
  }
}

function resourcesOf(w: Writing, section: OutlineSection, content: SectionContent, id: string): Resource[] {
  const { title } = section
  switch (content.kind) {
    case 'text':
      if (content.body_other) w.left.push({ kind: 'translation', name: title })
      return [w.page(id, title, content.body || content.body_other)]
    case 'slides':
      if (content.pdf) return [w.file(id, content.pdf, title)]
      return [w.page(id, title, slidesOf(content.body || content.body_other).join('\n\n---\n\n'))]
    case 'document':
      if (content.pdf_other) w.left.push({ kind: 'translation', name: title })
      return content.pdf ? [w.file(id, content.pdf, title)] : []
    case 'video':
      for (const c of content.captions) w.left.push({ kind: 'captions', name: c.name })
      return content.video ? [w.file(id, content.video, title)] : []
    case 'quiz': {
      const known = new Map(w.g.questions.map((q) => [q.ref, q.question]))
      const items = content.items.flatMap((i) => {
        const question = known.get(i.question_id)
        const item = question && qtiItem(`${id}_${i.id}`, question, i.score, (m) => w.html(m))
        if (!item) w.left.push({ kind: 'question', name: `${title}: ${question?.title ?? ''}` })
        return item ?? []
      })
      if (!items.length) return []
      return [
        {
          id,
          type: 'imsqti_xmlv1p2/imscc_xmlv1p3/assessment',
          href: `${id}/assessment_qti.xml`,
          bytes: assessment(id, title, items, content.attempts),
          title,
        },
      ]
    }
    default:
      w.left.push({ kind: content.kind, name: title })
      return []
  }
}

const itemXml = (id: string, title: string, inner: string, ref?: string): string =>
  `<item identifier="${id}"${ref ? ` identifierref="${ref}"` : ''}><title>${xml(title)}</title>${inner}</item>`

export async function* cartridgeEntries(
  { id, name, data }: CourseOfFile,
  g: GatheredCourse,
  open: (file: string) => AsyncIterable<Uint8Array>,
): AsyncGenerator<ZipEntry> {
  const w = new Writing(g)
  if (data.translation) w.left.push({ kind: 'translation', name: data.translation.name })
  if (g.cover) w.left.push({ kind: 'cover', name })
  if (Object.keys(g.weights).length) w.left.push({ kind: 'weights of the score', name })
  let n = 0
  const items = g.outline.chapters
    .map((chapter, c) => {
      const lessons = chapter.lessons.map((lesson, l) => {
        const own: Resource[] = []
        for (const section of lesson.sections) own.push(...resourcesOf(w, section, g.content(section), `r${++n}`))
        for (const file of lesson.files ?? []) own.push(w.file(`r${++n}`, file, file.name))
        w.resources.push(...own)
        return itemXml(
          `l${c + 1}_${l + 1}`,
          lesson.title,
          own.map((r) => itemXml(`i_${r.id}`, r.title, '', r.id)).join(''),
        )
      })
      return itemXml(`c${c + 1}`, chapter.title, lessons.join(''))
    })
    .join('\n')
  const description = data.description
    ? `<lomimscc:description><lomimscc:string>${xml(data.description)}</lomimscc:string></lomimscc:description>`
    : ''
  yield {
    name: 'imsmanifest.xml',
    bytes: `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="course_${xml(id)}" xmlns="${namespace}" xmlns:lomimscc="http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest">
<metadata><schema>IMS Common Cartridge</schema><schemaversion>1.3.0</schemaversion><lomimscc:lom><lomimscc:general><lomimscc:title><lomimscc:string>${xml(name)}</lomimscc:string></lomimscc:title>${description}</lomimscc:general></lomimscc:lom></metadata>
<organizations><organization identifier="org_1" structure="rooted-hierarchy"><item identifier="root">
${items}
</item></organization></organizations>
<resources>
${w.resources.map((r) => `<resource identifier="${r.id}" type="${r.type}" href="${xml(r.href)}"><file href="${xml(r.href)}"/></resource>`).join('\n')}
${[...g.pictures.keys()].map((p, i) => `<resource identifier="p${i + 1}" type="webcontent" href="web_resources/pictures/${xml(p)}"><file href="web_resources/pictures/${xml(p)}"/></resource>`).join('\n')}
</resources>
</manifest>
`,
  }
  for (const { href, bytes } of w.resources) if (bytes !== undefined) yield { name: href, bytes }
  for (const [picture, bytes] of g.pictures) yield { name: `web_resources/pictures/${picture}`, bytes: [bytes] }
  for (const [href, file] of w.files) yield { name: href, bytes: open(file.file) }
  if (w.left.length) yield { name: courseLeftOutFile, bytes: leftOutText(w.left) }
}

export const leftOutText = (left: readonly { kind: string; name: string }[]): string =>
  left.map(({ kind, name }) => `Not written: ${kind}: ${name.replace(/\s+/g, ' ')}\n`).join('')
