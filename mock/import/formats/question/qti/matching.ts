/** Questions of QTI that ask to match, whichever way they are written: they are refused under one name, as those of other formats are. */
const types: Readonly<Record<string, string>> = {
  matchInteraction: 'matching',
  associateInteraction: 'matching',
  graphicAssociateInteraction: 'matching',
  response_grp: 'matching',
  orderInteraction: 'ordering',
  graphicOrderInteraction: 'ordering',
  hotspotInteraction: 'hotspot',
}
/** The type of question that an interaction or a response asks, as the other formats call it. */
export const typeAsked = (name: string): string => types[name] ?? name

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase()
const verdicts: ReadonlySet<string> = new Set(['true', 'false', 'yes', 'no'])
/** Whether several lists to choose from offer the same, which makes one question of pairs of them. Statements to call true or false are no pairs. */
export function isMatching(lists: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = lists.map((texts) => texts.map(plain))
  const offered = new Set(first.filter((text) => !verdicts.has(text)))
  return others.length > 0 && others.every((texts) => new Set(texts.filter((text) => offered.has(text))).size >= 2)
}
