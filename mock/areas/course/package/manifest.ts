/**
 * What a manifest says (SCORM 1.2 CAM 2.3, SCORM 2004 CAM 3 and 4), by the local names of its elements: the namespaces of its editions differ.
 * Its default organization is read, whose items are what is played; of sequencing nothing is.
 */
import { type PackageFault, packageLimits, type PackageVersion } from '#src/contract/course/package.ts'
import type { PackageItem, ScormManifest } from '#src/contract/course/package.schema.ts'
import { descendantsOf, elements, firstElement, textIn, type XmlNode } from '#mock/import/formats/read/xmlTree.ts'

export class PackageRefusal extends Error {
  constructor(
    readonly code: PackageFault,
    /** The file, address or word it is about; of what is no XML, the line. */
    readonly detail = '',
  ) {
    super(`${code} ${detail}`)
    this.name = 'PackageRefusal'
  }
}
const shown = (text: string, most: number): string =>
  [...text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()].slice(0, most).join('')
const titleOf = (node: XmlNode | undefined): string => shown(textIn(firstElement(node, 'title')), packageLimits.title)
const word = (node: XmlNode | undefined, name: string): string => textIn(firstElement(node, name)).trim()

/** Namespaces are attributes as well, whose prefix the tree leaves out: their values tell the edition. */
const namespaces = (root: XmlNode): string => Object.values(root.attributes).join(' ')
const cartridge = /imsccv1p|imscc_xmlns|common cartridge|thin-cc/i

function versionOf(root: XmlNode): { version: PackageVersion; edition: string } {
  const metadata = firstElement(root, 'metadata')
  const schema = word(metadata, 'schema')
  const edition = shown(word(metadata, 'schemaversion'), 40)
  const spaces = namespaces(root)
  if (cartridge.test(schema) || cartridge.test(spaces)) throw new PackageRefusal('package_cartridge')
  if (/^(?:CAM ?1\.3|2004\b)/i.test(edition)) return { version: '2004', edition }
  if (/adlcp_v1p3/i.test(spaces)) return { version: '2004', edition: edition || '2004' }
  if (/adlcp_rootv1p[12]/i.test(spaces)) return { version: '1.2', edition: edition || '1.2' }
  if (/^adl ?scorm/i.test(schema) && /^1\.[12]$/.test(edition)) return { version: '1.2', edition }
  throw new PackageRefusal('package_version', [schema, edition].filter(Boolean).join(' ').slice(0, 80))
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
/** A path from the root of the package, `..` within it worked out; undefined where it leads out. */
function within(base: string, href: string): string | undefined {
  const parts: string[] = []
  for (const part of decoded(base + href)
    .replaceAll('\\', '/')
    .split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/').normalize('NFC')
}
const elsewhere = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

interface Resource {
  kind: 'sco' | 'asset'
  /** What it opens, and what stands behind its address. */
  href: string
  tail: string
}
function resourcesOf(root: XmlNode, files: ReadonlyMap<string, string>): ReadonlyMap<string, () => Resource> {
  const all = firstElement(root, 'resources')
  const bases = (root.attributes['base'] ?? '') + (all?.attributes['base'] ?? '')
  const found = new Map<string, () => Resource>()
  for (const node of elements(all, 'resource')) {
    const a = node.attributes
    const id = a['identifier']
    if (id === undefined || found.has(id)) continue
    // looked at when an item opens it: what nothing opens may say what it likes
    found.set(id, () => {
      const [, path = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(a['href']?.trim() ?? '') ?? []
      const base = bases + (a['base'] ?? '')
      if (elsewhere.test(base + path)) throw new PackageRefusal('package_outside', shown(base + path, 120))
      const name = within(base, path)
      const there = name === undefined ? undefined : files.get(name.toLowerCase())
      if (there === undefined) throw new PackageRefusal('package_missing', shown(base + path, 120) || shown(id, 120))
      const type = a['scormtype'] ?? a['scormType'] ?? 'asset'
      return { kind: type.toLowerCase() === 'sco' ? 'sco' : 'asset', href: there, tail: shown(tail, 500) }
    })
  }
  return found
}

const figure = (text: string, min: number, max: number): number | null => {
  const n = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(n) && n >= min && n <= max ? n : null
}
/** SCORM 2004 writes it as an objective of its sequencing, or of a collection that it refers to. */
function measureOf(item: XmlNode, root: XmlNode): string {
  const own = firstElement(item, 'sequencing')
  const ref = own?.attributes['IDRef']
  const shared =
    ref === undefined
      ? undefined
      : elements(firstElement(root, 'sequencingCollection'), 'sequencing').find((s) => s.attributes['ID'] === ref)
  for (const sequencing of [own, shared]) {
    const primary = firstElement(firstElement(sequencing, 'objectives'), 'primaryObjective')
    if (primary?.attributes['satisfiedByMeasure'] === 'true') return word(primary, 'minNormalizedMeasure') || '1'
  }
  return ''
}
function completionOf(item: XmlNode): number | null {
  const node = firstElement(item, 'completionThreshold')
  if (!node) return null
  // 4th edition writes attributes, the ones before it a figure
  const { completedByMeasure, minProgressMeasure } = node.attributes
  if (completedByMeasure !== undefined)
    return completedByMeasure === 'true' ? figure(minProgressMeasure ?? '1', 0, 1) : null
  return figure(textIn(node), 0, 1)
}
const timeActions = /^(?:exit|continue),(?:message|no message)$/

/** @param names of the files in the package */
export function manifestOf(root: XmlNode, names: readonly string[]): Omit<ScormManifest, 'files' | 'bytes'> {
  if (root.name !== 'manifest') throw new PackageRefusal('package_xml', '1')
  const { version, edition } = versionOf(root)
  const resources = resourcesOf(root, new Map(names.map((n) => [n.toLowerCase(), n])))
  const organizations = firstElement(root, 'organizations')
  const all = elements(organizations, 'organization')
  const usual = organizations?.attributes['default']
  const one = all.find((o) => o.attributes['identifier'] === usual) ?? all[0]
  const items: PackageItem[] = []
  const ids = new Set<string>()

  const walk = (node: XmlNode, depth: number): void => {
    if (depth >= packageLimits.depth) throw new PackageRefusal('package_large', String(packageLimits.depth))
    for (const item of elements(node, 'item')) {
      // what its author hides is not offered, nor what is below it
      if (item.attributes['isvisible'] === 'false' && !elements(item, 'item').length) continue
      if (items.length >= packageLimits.items) throw new PackageRefusal('package_large', String(packageLimits.items))
      const ref = item.attributes['identifierref']
      const resource = ref === undefined ? undefined : resources.get(ref)?.()
      const said = shown(item.attributes['identifier'] ?? '', 200) || `item-${items.length + 1}`
      const id = ids.has(said) ? `${said.slice(0, 180)}-${items.length + 1}` : said
      ids.add(id)
      const parameters = shown(item.attributes['parameters'] ?? '', 1000)
      items.push({
        id,
        title: titleOf(item) || id,
        depth,
        kind: resource?.kind ?? 'group',
        href: resource?.href ?? '',
        parameters: resource ? joined(resource.tail, parameters) : '',
        data: textIn(firstElement(item, version === '1.2' ? 'datafromlms' : 'dataFromLMS')).slice(
          0,
          packageLimits.launch,
        ),
        mastery: version === '1.2' ? figure(word(item, 'masteryscore'), 0, 100) : figure(measureOf(item, root), -1, 1),
        completion: version === '1.2' ? null : completionOf(item),
        max_time:
          version === '1.2'
            ? (/^\d{2,4}:\d\d:\d\d(?:\.\d{1,2})?$/.exec(word(item, 'maxtimeallowed'))?.[0] ?? '')
            : (/^PT?[\dHMSTD.]{1,30}$/.exec(
                firstElement(firstElement(item, 'sequencing'), 'limitConditions')?.attributes[
                  'attemptAbsoluteDurationLimit'
                ] ?? '',
              )?.[0] ?? ''),
        time_action: timeActions.exec(word(item, version === '1.2' ? 'timelimitaction' : 'timeLimitAction'))?.[0] ?? '',
      })
      walk(item, depth + 1)
    }
  }
  if (one) walk(one, 0)
  if (!items.some((i) => i.kind !== 'group')) throw new PackageRefusal('package_empty')
  return {
    version,
    edition,
    title: titleOf(one) || lomTitle(root),
    items,
    others: all
      .filter((o) => o !== one)
      .slice(0, 20)
      .map((o) => titleOf(o) || (o.attributes['identifier'] ?? '').slice(0, 100)),
  }
}
/** SCORM CAM 3.4.1.15: `?a` joins an address that has a query already by `&`, `#` is left as it is. */
function joined(tail: string, parameters: string): string {
  const plain = parameters.replace(/^[?&]+/, '')
  if (plain === '') return tail
  if (plain.startsWith('#')) return tail.includes('#') ? tail : tail + plain
  const [query = '', hash] = tail.split('#', 2)
  return `${query === '' ? '?' : `${query}&`}${plain}${hash === undefined ? '' : `#${hash}`}`
}
function lomTitle(root: XmlNode): string {
  for (const node of descendantsOf(firstElement(root, 'metadata'), 'title')) {
    const text = shown(textIn(node), packageLimits.title)
    if (text) return text
  }
  return ''
}

/** Of an archive without a manifest at its root: what it is instead. */
export function otherPackage(names: readonly string[]): PackageRefusal {
  const has = (pattern: RegExp) => names.some((n) => pattern.test(n))
  if (has(/^cmi5\.xml$/i)) return new PackageRefusal('package_cmi5')
  if (has(/^h5p\.json$/i)) return new PackageRefusal('package_h5p')
  if (has(/^tincan\.xml$/i)) return new PackageRefusal('package_xapi')
  if (has(/\.imscc$/i)) return new PackageRefusal('package_cartridge')
  const deeper = names.find((n) => /\/imsmanifest\.xml$/i.test(n))
  if (deeper !== undefined)
    return new PackageRefusal('package_subfolder', shown(deeper.slice(0, deeper.lastIndexOf('/')), 120))
  if (has(/^[^/]*\.(?:crs|au|cst)$/i)) return new PackageRefusal('package_aicc')
  return new PackageRefusal('package_manifest')
}
