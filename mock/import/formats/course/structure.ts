/**
 * What plays by itself and not here: SCORM manifests without their pages, and cmi5. Their tree comes in, so that a course can be written along it; a
 * SCORM package that has its pages is a section of a lesson and is uploaded there.
 */
import type { FieldProblem } from '#src/contract/problems.ts'
import { Unreadable } from '../found.ts'
import { descendantsOf, elements, firstElement, readXmlTree, textIn, type XmlNode } from '../read/xmlTree.ts'
import { baseName, folderOf, type SourceFile } from '../source.ts'
import { pathFrom } from '../question/beside.ts'
import { courseNameOf, courseRow, languageOf, partLeftOut, type LessonDraft, lessonRows, note } from './build.ts'
import type { CourseFormat } from './format.ts'

const deepest = 50
const titleIn = (node: XmlNode | undefined): string => {
  const title = firstElement(node, 'title')
  return textIn(firstElement(title, 'langstring') ?? title)
    .replace(/\s+/g, ' ')
    .trim()
}

/** What of sequencing an item asks for, by the names of its rules. */
function sequencingOf(item: XmlNode, shared: ReadonlyMap<string, XmlNode>): string[] {
  const own = firstElement(item, 'sequencing')
  if (!own) return []
  const named = shared.get(own.attributes['IDRef'] ?? '')
  const out = new Set<string>()
  for (const node of [...descendantsOf(own), ...descendantsOf(named)]) {
    const { name, attributes } = node
    if (name === 'controlMode') for (const [word, on] of Object.entries(attributes)) out.add(`${name} ${word}=${on}`)
    else if (/(?:pre|post)ConditionRule$|exitConditionRule$/.test(name))
      out.add(`${name} ${[...descendantsOf(node, 'ruleAction')].map((a) => a.attributes['action'] ?? '').join(', ')}`)
    else if (name === 'limitConditions' || name === 'rollupRule' || name === 'deliveryControls') out.add(name)
    else if (name === 'primaryObjective' || name === 'objective') out.add('objectives')
  }
  return [...out]
}

function draftOf(
  key: string,
  title: string,
  chapter: LessonDraft['chapter'],
  file: string,
  line: number,
  notes: FieldProblem[],
): LessonDraft {
  return { key, title, chapter, place: { file, line }, sections: [], kept: [], pictures: [], notes }
}

async function* scorm(source: SourceFile, beside: readonly SourceFile[]) {
  const manifest = await readXmlTree(source)
  const base = `${folderOf(source.name)}${firstElement(manifest, 'resources')?.attributes['base'] ?? ''}`
  const hrefs = [...descendantsOf(manifest, 'resource')].map(
    (r) => `${r.attributes['base'] ?? ''}${r.attributes['href'] ?? ''}`,
  )
  const there = (href: string) => {
    const path = href ? pathFrom(base, href) : undefined
    return path !== undefined && path !== source.name && beside.some((s) => s.name === path)
  }
  if (hrefs.some(there)) throw new Unreadable('scorm_package')
  const shared = new Map(
    [...descendantsOf(firstElement(manifest, 'sequencingCollection'), 'sequencing')].map((s) => [
      s.attributes['ID'] ?? '',
      s,
    ]),
  )
  const organization = [...descendantsOf(manifest, 'organization')][0]
  const identifier = manifest.attributes['identifier'] ?? ''
  const title = titleIn(organization) || identifier
  const name = courseNameOf(title, identifier || 'SCORM')
  const drafts: LessonDraft[] = []
  /** Rules of an item that has others in it stand with the first of those. */
  const walk = (item: XmlNode, chapter: LessonDraft['chapter'], above: FieldProblem[], depth: number): void => {
    if (depth > deepest) throw new Unreadable('too_deep', { line: item.line, limit: deepest })
    const mine = sequencingOf(item, shared).map((rule) =>
      note('note_sequencing', { item: titleIn(item).slice(0, 100) || '–', rule }),
    )
    const inside = elements(item, 'item')
    if (!inside.length) {
      const key = `${item.attributes['identifier'] ?? ''}/${drafts.length}`
      drafts.push(draftOf(key, titleIn(item) || key, chapter, source.name, item.line, [...above, ...mine]))
      return
    }
    for (const [n, child] of inside.entries()) walk(child, chapter, n ? [] : [...above, ...mine], depth + 1)
  }
  const whole = sequencingOf(organization ?? manifest, shared).map((rule) =>
    note('note_sequencing', { item: title.slice(0, 100), rule }),
  )
  for (const item of elements(organization, 'item')) {
    const chapter = elements(item, 'item').length
      ? { key: item.attributes['identifier'] ?? titleIn(item), title: titleIn(item) }
      : { key: 'organization', title }
    walk(item, chapter, [], 0)
  }
  if (!drafts.length) throw new Unreadable('no_records')
  const id = `scorm:${identifier || title}`
  yield courseRow({
    source: id,
    name,
    description: '',
    language: languageOf(drafts.map((d) => d.title).join(' ')),
    translation: null,
    place: { file: source.name },
    notes: [note('note_structure', { kind: 'SCORM' }), ...whole],
  })
  yield* lessonRows(id, drafts)
}

async function* cmi5(source: SourceFile) {
  const tree = await readXmlTree(source)
  if (tree.name !== 'courseStructure') throw new Unreadable('xml_shape', { line: tree.line })
  const own = firstElement(tree, 'course')
  const title = titleIn(own)
  const name = courseNameOf(title, 'cmi5')
  const about = firstElement(own, 'description')
  const drafts: LessonDraft[] = []
  const walk = (node: XmlNode, chapter: LessonDraft['chapter'], depth: number): void => {
    if (depth > deepest) throw new Unreadable('too_deep', { line: node.line, limit: deepest })
    for (const child of elements(node)) {
      if (child.name === 'block')
        walk(
          child,
          depth ? chapter : { key: child.attributes['id'] ?? titleIn(child), title: titleIn(child) },
          depth + 1,
        )
      if (child.name !== 'au') continue
      const key = child.attributes['id'] ?? `au/${drafts.length}`
      const rules = ['moveOn', 'masteryScore', 'launchMethod'].flatMap((word) =>
        child.attributes[word] ? [`${word}=${child.attributes[word]}`] : [],
      )
      drafts.push(
        draftOf(
          key,
          titleIn(child) || key,
          chapter,
          source.name,
          child.line,
          rules.length ? [partLeftOut('AU', rules.join(', '))] : [],
        ),
      )
    }
  }
  walk(tree, { key: 'course', title: title || name }, 0)
  if (!drafts.length) throw new Unreadable('no_records')
  const id = `cmi5:${own?.attributes['id'] ?? title}`
  yield courseRow({
    source: id,
    name,
    description: textIn(firstElement(about, 'langstring') ?? about).trim(),
    language: languageOf(`${title} ${drafts.map((d) => d.title).join(' ')}`),
    translation: null,
    place: { file: source.name },
    notes: [note('note_structure', { kind: 'cmi5' })],
  })
  yield* lessonRows(id, drafts)
}

export const scormStructure: CourseFormat = {
  id: 'course-scorm',
  leads: (sources, heads) =>
    sources.filter((s) => baseName(s.name) === 'imsmanifest.xml' && /adlcp|ADL SCORM|adlnet\.org/i.test(heads(s))),
  read: scorm,
}
export const cmi5Structure: CourseFormat = {
  id: 'course-cmi5',
  leads: (sources, heads) => sources.filter((s) => /<(?:\w+:)?courseStructure\b/.test(heads(s))),
  read: cmi5,
}
