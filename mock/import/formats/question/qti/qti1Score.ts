/** What the response processing of a QTI 1.2 item counts as right. Source: IMS QTI ASI information model 1.2, section 3.8. */
import { descendantsOf, firstElement, elements, textIn, type XmlNode } from '../../read/xmlTree.ts'

export interface Scored {
  /** Answers the condition asks for, and those it forbids, each with the response it is about. */
  wants: { response: string; value: string }[]
  not: { response: string; value: string }[]
  /** Limits of numbers. */
  bounds: { response: string; kind: string; value: string }[]
  points: number
}

function gather(node: XmlNode, not: boolean, out: Scored): void {
  for (const child of elements(node)) {
    const response = child.attributes['respident'] ?? ''
    const value = textIn(child).trim()
    if (child.name === 'varequal') (not ? out.not : out.wants).push({ response, value })
    else if (/^var(lt|lte|gt|gte)$/.test(child.name) && !not) out.bounds.push({ response, kind: child.name, value })
    else gather(child, child.name === 'not' ? !not : not, out)
  }
}

/** Conditions that earn or cost points, in their order. */
export function scoredConditions(item: XmlNode): Scored[] {
  const out: Scored[] = []
  for (const condition of descendantsOf(firstElement(item, 'resprocessing'), 'respcondition')) {
    const points = elements(condition, 'setvar')
      .filter((s) => !/^(divide|multiply)$/i.test(s.attributes['action'] ?? ''))
      .reduce((n, s) => n + (Number(textIn(s).trim()) || 0), 0)
    const one: Scored = { wants: [], not: [], bounds: [], points }
    const test = firstElement(condition, 'conditionvar')
    if (test) gather(test, false, one)
    if (elements(condition, 'setvar').length) out.push(one)
  }
  return out
}

/** Feedback by the answer it is shown for: the condition asks for that answer alone. */
export function feedbackLinks(item: XmlNode): Map<string, string> {
  const out = new Map<string, string>()
  for (const condition of descendantsOf(firstElement(item, 'resprocessing'), 'respcondition')) {
    const one: Scored = { wants: [], not: [], bounds: [], points: 0 }
    const test = firstElement(condition, 'conditionvar')
    if (test) gather(test, false, one)
    const link = firstElement(condition, 'displayfeedback')?.attributes['linkrefid']
    const [only] = one.wants
    if (link && only && one.wants.length === 1 && !one.not.length) out.set(only.value, link)
  }
  return out
}
