/** Questions as a QTI 1.2 assessment of a Common Cartridge. Source: https://www.imsglobal.org/cc */
import type { WholeQuestion } from '#src/contract/bank/shown.ts'
import { questionTitleOf } from '#src/contract/bank/shown.ts'

export const xml = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- XML has no form for them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const field = (label: string, entry: string): string =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${xml(entry)}</fieldentry></qtimetadatafield>`
const material = (html: string): string => `<material><mattext texttype="text/html">${xml(html)}</mattext></material>`
const earns = (condition: string, points = 100): string =>
  `<respcondition continue="No"><conditionvar>${condition}</conditionvar><setvar action="Set" varname="SCORE">${points}</setvar></respcondition>`
const outcomes = '<outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>'

/** @param html a text of the question as HTML; @returns undefined for one that a cartridge has no form for */
export function qtiItem(
  ident: string,
  q: WholeQuestion,
  score: number,
  html: (markdown: string) => string,
): string | undefined {
  const stem = [q.title, q.stem].filter(Boolean).join('\n\n')
  const item = (profile: string, presentation: string, processing: string): string =>
    `<item ident="${xml(ident)}" title="${xml(questionTitleOf(q).slice(0, 200))}"><itemmetadata><qtimetadata>${field('cc_profile', profile)}${field('points_possible', String(score))}</qtimetadata></itemmetadata><presentation>${material(html(stem))}${presentation}</presentation>${processing}${
      q.explanation
        ? `<itemfeedback ident="general_fb"><flow_mat>${material(html(q.explanation))}</flow_mat></itemfeedback>`
        : ''
    }</item>`
  const processing = (inner: string): string => `<resprocessing>${outcomes}${inner}</resprocessing>`
  const labels = (options: readonly { id: string; html: string }[]): string =>
    options.map((o) => `<response_label ident="${xml(o.id)}">${material(o.html)}</response_label>`).join('')
  const choice = (options: readonly { id: string; html: string }[], many: boolean): string =>
    `<response_lid ident="response1" rcardinality="${many ? 'Multiple' : 'Single'}"><render_choice>${labels(options)}</render_choice></response_lid>`
  const equal = (id: string): string => `<varequal respident="response1">${xml(id)}</varequal>`
  switch (q.type) {
    case 'single':
    case 'multiple': {
      const options = (q.options ?? []).map((o) => ({ ...o, html: html(o.text) }))
      const right = options.filter((o) => o.correct)
      if (!right.length) return undefined
      const many = q.type === 'multiple'
      const all = options.map((o) => (o.correct ? equal(o.id) : `<not>${equal(o.id)}</not>`)).join('')
      return item(
        many ? 'cc.multiple_response.v0p1' : 'cc.multiple_choice.v0p1',
        choice(options, many),
        processing(earns(many ? `<and>${all}</and>` : equal(right[0]?.id ?? ''))),
      )
    }
    case 'true-false':
      return item(
        'cc.true_false.v0p1',
        choice(
          [
            { id: 'true', html: 'True' },
            { id: 'false', html: 'False' },
          ],
          false,
        ),
        processing(earns(equal(String(q.truth ?? true)))),
      )
    case 'completion': {
      const [blank, ...more] = q.blanks ?? []
      if (!blank?.accepted?.length || more.length) return undefined
      return item(
        'cc.fib.v0p1',
        '<response_str ident="response1" rcardinality="Single"><render_fib prompt="Dashes"/></response_str>',
        processing(
          blank.accepted.map((a) => earns(`<varequal case="No" respident="response1">${xml(a)}</varequal>`)).join(''),
        ),
      )
    }
    case 'short':
      return item(
        'cc.essay.v0p1',
        '<response_str ident="response1" rcardinality="Single"><render_fib prompt="Box"/></response_str>',
        '',
      )
    default:
      return undefined
  }
}

export const assessment = (ident: string, title: string, items: readonly string[], attempts: number | null): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="${xml(ident)}" title="${xml(title)}"><qtimetadata>${field('cc_profile', 'cc.exam.v0p1')}${field('qmd_assessmenttype', 'Examination')}${field('cc_maxattempts', attempts === null ? 'unlimited' : String(attempts))}</qtimetadata><section ident="root_section">${items.join('')}</section></assessment></questestinterop>`
