/** Files that are well known and have no place among the imports: what they are is said in the place of “unknown”. */
import { headText } from './format.ts'
import { firstRow } from './read/csv.ts'

const lists: readonly (readonly [kind: string, columns: readonly string[]])[] = [
  ['Exploit-DB', ['file', 'description', 'author', 'platform']],
  ['CISA KEV', ['cveID', 'vendorProject']],
  ['CVE', ['Name', 'Status', 'Phase', 'Votes']],
]

/** Its name as people know it. */
export function foreignKind(name: string, head: Uint8Array): string | undefined {
  const text = headText(head)
  if (/\.csv$/i.test(name)) {
    const row = firstRow(text)
    return lists.find(([, columns]) => columns.every((c) => row.includes(c)))?.[0]
  }
  if (!/^\ufeff?\s*[{[]/.test(text)) return undefined
  if (/"catalogVersion"\s*:/.test(text) && /"cveID"\s*:|"vulnerabilities"\s*:/.test(text)) return 'CISA KEV'
  if (/"dataType"\s*:\s*"CVE_RECORD"|"CVE_data_type"\s*:|"format"\s*:\s*"NVD_CVE"|"data_type"\s*:\s*"CVE"/.test(text))
    return 'CVE'
  // the clusters of tools have a format of their own
  const [, galaxy] = /"category"\s*:\s*"([^"]{1,60})"/.exec(text) ?? []
  if (galaxy !== undefined && ['authors', 'type', 'uuid'].every((name) => text.includes(`"${name}"`)))
    return `MISP galaxy (${galaxy})`
  return /"type"\s*:\s*"bundle"/.test(text) && /"(?:objects|spec_version)"\s*:|"bundle--/.test(text)
    ? 'STIX'
    : undefined
}

/** What lies beside the files of a collection for who reads it: nobody means to import it. */
export const isBeside = (name: string): boolean =>
  /(?:^|\/)(?:readme|licen[cs]e|copying|copyright|notice|authors|contributing|changelog|changes)(?:[.-][\w.-]{1,20})?$/i.test(
    name,
  )

/** A galaxy's own file names it; what is in it lies in a cluster of the same name. */
export const isGalaxy = (head: Uint8Array): boolean => {
  const text = headText(head)
  return (
    /^\ufeff?\s*\{/.test(text) &&
    ['namespace', 'icon', 'type', 'uuid'].every((name) => text.includes(`"${name}"`)) &&
    !text.includes('"values"')
  )
}

/** Drawings have a desk of their own. What is inside tells; of a package each part does. */
export function isTopology(name: string, head: Uint8Array): boolean {
  if (/\.(?:gns3|drawio|unl)$/i.test(name)) return true
  const text = headText(head).replace(/^\ufeff?\s*/, '')
  if (text.startsWith('<')) return /^(?:<\?[^>]*>\s*)?<(?:mxfile|mxGraphModel|lab)\b/.test(text)
  if (text.startsWith('{')) {
    const has = (...fields: string[]): boolean => fields.every((field) => text.includes(`"${field}"`))
    return (
      /"format"\s*:\s*"range-topology"|"type"\s*:\s*"topology"/.test(text) ||
      has('nodes', 'links') ||
      has('topology', 'nodes')
    )
  }
  return (
    /\.ya?ml$/i.test(name) &&
    (/^topology:\s*\n(?:\s.*\n)*?\s+nodes:/m.test(text) ||
      /^nodes:[^\S\n]*\n\s*- /m.test(text) ||
      (/^hosts:[^\S\n]*\n/m.test(text) && /^networks:[^\S\n]*\n/m.test(text)))
  )
}
