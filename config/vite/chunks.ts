/**
 * Which modules travel together. Over a slow line each file more costs a round trip, and each file too large costs its bytes: an area's screens
 * are one file as far as they need the same large parts, and what every list or every form needs is one file each.
 */
import type { Plugin, Rolldown } from 'vite'

type Context = Pick<Rolldown.PluginContext, 'getModuleInfo'>
type Name = (id: string, context: Context) => string | null

// what is typed is kept by fields of no form, too
const form = /[\\/]src[\\/]kit[\\/]form[\\/](?!typed)/
/** Large parts by a piece of the path of what they begin with: a screen without them does not wait for them. */
const large: Readonly<Record<string, RegExp>> = {
  form,
  import: /[\\/]src[\\/]kit[\\/](?:import|upload)[\\/]/,
  schema: /[\\/]node_modules[\\/]zod[\\/]/,
  chart: /[\\/]node_modules[\\/](?:bizcharts|@antv[\\/](?!x6))/,
  drawing: /[\\/]node_modules[\\/]@antv[\\/]x6/,
  code: /[\\/]node_modules[\\/]monaco-editor[\\/]/,
  terminal: /[\\/]node_modules[\\/]@xterm[\\/]/,
  vnc: /[\\/]node_modules[\\/]@novnc[\\/]/,
  yaml: /[\\/]node_modules[\\/]yaml[\\/]/,
  upload: /[\\/]node_modules[\\/]tus-js-client[\\/]/,
  video: /[\\/]node_modules[\\/]video\.js[\\/]/,
  pdf: /[\\/]node_modules[\\/]pdfjs-dist[\\/]/,
  calendar: /[\\/]node_modules[\\/]react-big-calendar[\\/]/,
  arco: /[\\/]node_modules[\\/]@arco-design[\\/]/,
}

/** Names of the large parts that a module needs at once. */
function largeParts(large: Readonly<Record<string, RegExp>>): (id: string, context: Context) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>()
  const visit = (from: string, context: Context): ReadonlySet<string> => {
    const there = known.get(from)
    if (there) return there
    const found = new Set<string>()
    const seen = new Set([from])
    const open = [from]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const part = Object.keys(large).find((name) => large[name]?.test(id as string))
      if (part !== undefined) {
        found.add(part)
        continue
      }
      for (const next of context.getModuleInfo(id)?.importedIds ?? []) {
        if (seen.has(next)) continue
        seen.add(next)
        open.push(next)
      }
    }
    known.set(from, found)
    return found
  }
  return visit
}
const partsOf = largeParts(large)
const listOf = largeParts({ list: /[\\/]src[\\/]kit[\\/]list[\\/]/ })

/** Whether a module comes at once with what the pattern names: it is imported by that, or by something that is. */
function comesWith(named: RegExp): (id: string, context: Context) => boolean {
  const known = new Map<string, boolean>()
  return (from, context) => {
    const there = known.get(from)
    if (there !== undefined) return there
    const seen = new Set([from])
    const open = [from]
    let found = false
    for (let id = open.pop(); id !== undefined && !found; id = open.pop()) {
      found = named.test(id)
      for (const by of context.getModuleInfo(id)?.importers ?? []) {
        if (seen.has(by)) continue
        seen.add(by)
        open.push(by)
      }
    }
    known.set(from, found)
    return found
  }
}
const ofStart = comesWith(/[\\/]src[\\/]main\.tsx$/)
const ofEntrance = comesWith(/[\\/]src[\\/]features[\\/]session[\\/]Login\.tsx$/)
const ofFrame = comesWith(/[\\/]src[\\/]app[\\/](?:layouts|live|inside)[\\/]/)
const ofList = comesWith(/[\\/]src[\\/]kit[\\/](?:list|detail|action)[\\/]/)
const ofDisplay = comesWith(/[\\/]src[\\/](?:kit[\\/]display|ui[\\/]chart)[\\/]/)
const ofForm = comesWith(form)
const ofLesson = comesWith(/[\\/]learning[\\/]lesson[\\/](?:My)?Lesson\.tsx$/)

/** What the start runs, and what the sign-in shares with the pages behind it. */
const app: Name = (id, context) =>
  ofStart(id, context) || (ofEntrance(id, context) && (ofFrame(id, context) || !/[\\/]src[\\/]features[\\/]/.test(id)))
    ? 'app'
    : null
/** A lesson is opened often and needs little of the parts and contracts it takes from, whose other users have no use for its page. */
const lesson: Name = (id, context) =>
  !ofLesson(id, context) ? null : /[\\/]src[\\/]features[\\/]/.test(id) ? 'screens-lesson' : 'part-lesson'

/** Words that every page needs in one language, and those that every page behind the sign-in does; others stay with their area. */
const words: Name = (id) => {
  const [, language, area = ''] = /[\\/]i18n[\\/]([\w-]+)[\\/](\w+)\.ts$/.exec(id) ?? []
  if (['shell', 'problem', 'session'].includes(area)) return `words-${language}`
  return ['screen', 'refusal', 'kit', 'message'].includes(area) ? `words-inside-${language}` : null
}
/** Packages of large parts are files of their own; code editors are split by their package. */
const library: Name = (id) =>
  ['schema', 'chart', 'drawing', 'terminal', 'yaml'].find((name) => large[name]?.test(id)) ?? null
/** What Arco's pieces share, and what its table needs beyond; the others stay in the files that ask for them. */
const arco: Name = (id) => {
  const [, part = ''] = /[\\/]@arco-design[\\/]web-react[\\/](?:es|icon)[\\/](.+)/.exec(id) ?? []
  if (/^(?:(?:Date|Time)Picker|Progress|Steps|Timeline|_util[\\/]dayjs|_class[\\/]picker)/i.test(part)) return null
  return /^(?:Table|Pagination|Radio|InputNumber|Dropdown|Menu)[\\/]/.test(part) ? 'arco-table' : 'arco'
}
/** Kinds of sections of a lesson, each a file of its own: most lessons have one or two. */
const sectionKind = (id: string): string[] => {
  const [, folder, file] =
    /[\\/]learning[\\/]lesson[\\/](?:(lab|video|pdf)[\\/]|(Quiz|Homework|Slides)\w+\.tsx)/.exec(id) ?? []
  return [folder ?? file?.toLowerCase() ?? []].flat()
}
/** Modules of a part, an area's screens or its contract that need exactly so many large parts. */
const area =
  (folder: 'contract' | 'screens', count: number): Name =>
  (id, context) => {
    const [, kind = '', name = '', inner] =
      /[\\/]src[\\/](contract|parts|features)[\\/](?!lib[\\/])([\w-]+)(?:[\\/]([\w-]+)[\\/])?/.exec(id) ?? []
    if (!name || (kind === 'contract') !== (folder === 'contract')) return null
    const parts = [...partsOf(id, context)].toSorted()
    if (Math.min(parts.length, 3) !== count) return null
    const prefix = kind === 'features' ? 'screens' : kind === 'parts' ? 'part' : kind
    // a form's own page does not wait for a list that opens forms
    const list = kind === 'features' && count > 0 ? listOf(id, context) : []
    return [prefix, name, ...(inner && kind === 'features' ? [inner] : []), ...sectionKind(id), ...parts, ...list].join(
      '-',
    )
  }
const counts = [0, 1, 2, 3]

const kinds = ['inside', 'inputs', 'list', 'display', 'pieces'] as const
/** Of the kit what the frame needs, what forms and lists do, what shows figures, and the rest. A form itself comes with the first one. */
const kit =
  (wanted: (typeof kinds)[number] | 'form'): Name =>
  (id, context) => {
    const parts = [...partsOf(id, context)]
    if (wanted === 'form')
      return parts.length && parts.every((p) => p === 'form' || p === 'arco') && ofForm(id, context) ? wanted : null
    if (parts.length) return null
    const small =
      /[\\/]src[\\/](?!kit[\\/](?!form[\\/]typed)|ui[\\/](?!(?:layout|feedback|text|icon)[\\/]|data[\\/](?:Chips|StatusTag|KeyValue)))/.test(
        id,
      )
    const own = ofForm(id, context) ? 'inputs' : ofList(id, context) ? 'list' : undefined
    const found =
      small || ofFrame(id, context)
        ? 'inside'
        : // a little style is no request of its own
          own
          ? id.endsWith('.css')
            ? 'inside'
            : own
          : ofDisplay(id, context)
            ? 'display'
            : 'pieces'
    return found === wanted ? found : null
  }

const initial = ['$initial' as const]
export const chunkGroups = [
  {
    name: 'react',
    tags: initial,
    test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  },
  // only what the first page needs: a package of a lazy page stays in that page's own file
  { name: 'vendor', tags: initial, test: /node_modules[\\/]/ },
  { name: app, debugName: 'app', test: /[\\/]src[\\/](?!i18n[\\/][\w-]+[\\/])/ },
  { name: words, debugName: 'words', test: /[\\/]src[\\/]i18n[\\/]/ },
  // forgotten passwords and registrations are rare
  {
    name: 'entrance',
    test: /[\\/]src[\\/]features[\\/]session[\\/](?!ChangePassword|TokenEntry|Register|CheckCertificate|PasswordChecklist|checklist|fields|NotFound|Done)/,
  },
  { name: 'prose', test: /[\\/]src[\\/]ui[\\/]text[\\/](markdown|sanitize)\.ts$/ },
  { name: library, debugName: 'library', test: /[\\/]node_modules[\\/]/ },
  { name: arco, debugName: 'arco', test: large['arco'] },
  ...kinds.map((kind) => ({
    name: kit(kind),
    debugName: kind,
    test: /[\\/]src[\\/](?:lib|theme|i18n[\\/]areas|ui(?![\\/]input[\\/]dates[\\/](?!DateInput))|app[\\/](?:layouts|live|inside)|contract[\\/](?:screens|access|menu)|features[\\/](?:[\w-]+[\\/])+views\.ts|kit[\\/](?!list[\\/]grid[\\/]Virtual))/,
  })),
  { name: 'arco-pieces', test: /[\\/]src[\\/]ui[\\/]data[\\/](?!Table)/ },
  { name: 'select', test: /[\\/]src[\\/]ui[\\/]input[\\/](?:ArcoRoot|Select)/ },
  { name: 'table', test: /[\\/]src[\\/]ui[\\/]data[\\/]Table/ },
  { name: kit('form'), debugName: 'form', test: /[\\/]src[\\/]kit[\\/]/ },
  { name: 'import', test: large['import'] },
  { name: lesson, debugName: 'lesson', test: /[\\/]src[\\/](?:contract|parts|features)[\\/]/ },
  ...counts.map((n) => ({
    name: area('contract', n),
    debugName: `contract ${n}`,
    test: /[\\/]src[\\/]contract[\\/]/,
  })),
  ...counts.map((n) => ({
    name: area('screens', n),
    debugName: `screens ${n}`,
    test: /[\\/]src[\\/](?:parts|features)[\\/]/,
  })),
].map((group, i, all) => ({ ...group, priority: all.length - i }))

/** A file that does nothing but hand on what another one holds. */
interface Facade {
  /** The file that holds it. */
  file: string
  /** Names as they are asked for, each with its name in that file. */
  names: readonly [asked: string, held: string][]
}

function facadeOf({ code, moduleIds }: Rolldown.OutputChunk): Facade | undefined {
  if (moduleIds.length) return undefined
  const from = /^(?:import"[^"]+";)*export\{([^}]*)\}from"\.\/([^"]+)";?\s*$/.exec(code)
  if (from)
    return {
      file: from[2] ?? '',
      names: (from[1] ?? '').split(',').map((n) => {
        const [held = '', asked = held] = n.split(' as ')
        return [asked, held]
      }),
    }
  const two = /^(?:import"[^"]+";)*import\{([^}]*)\}from"\.\/([^"]+)";(?:import"[^"]+";)*export\{([^}]*)\};?\s*$/.exec(
    code,
  )
  if (!two) return undefined
  const local = new Map(
    (two[1] ?? '')
      .split(',')
      .map((n) => n.split(' as '))
      .map(([held = '', l = held]) => [l, held]),
  )
  return {
    file: two[2] ?? '',
    names: (two[3] ?? '').split(',').map((n) => {
      const [l = '', asked = l] = n.split(' as ')
      return [asked, local.get(l) ?? l]
    }),
  }
}

/** What is imported later from a shared file gets a file of its own that only hands it on, and costs a request: it is asked of the shared file instead. */
export function withoutFacades(): Plugin {
  return {
    name: 'without-facades',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((f) => f.type === 'chunk')
        const facades = new Map(
          chunks.flatMap((c) => {
            const facade = c.isDynamicEntry ? facadeOf(c) : undefined
            return facade ? [[c.fileName, facade] as const] : []
          }),
        )
        const base = (file: string) => file.slice(file.lastIndexOf('/') + 1)
        const byBase = new Map([...facades].map(([file, facade]) => [base(file), facade]))
        for (const chunk of chunks)
          chunk.code = chunk.code
            .replace(/\bimport\((["`'])\.\/([^"`']+)\1\)/g, (all, _q, file: string) => {
              const facade = byBase.get(file)
              if (!facade) return all
              const names = facade.names.map(([asked, held]) => `${asked}:m.${held}`)
              return `import("./${facade.file}").then(m=>({${names.join(',')}}))`
            })
            // the list of files from which those an import needs are preloaded
            .replace(/"(assets|\.)\/([^"/]+\.js)"/g, (all, folder: string, file: string) => {
              const facade = byBase.get(file)
              return facade ? `"${folder}/${facade.file}"` : all
            })
        for (const file of facades.keys()) delete bundle[file]
      },
    },
  }
}
