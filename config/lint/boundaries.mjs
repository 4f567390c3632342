/**
 * What the linter does not know: who may import whom, which packages live in one place only, and a few things that have one home (check C2).
 * Prints every breach with file and line; exits 1 when there is one. Exceptions are listed here with their reason and nowhere else.
 */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Folder (longest prefix wins) → folders it may import from; itself always. */
const may = {
  'src/contract': [],
  'src/lib': ['src/contract'],
  'src/i18n': ['src/contract'],
  'src/theme': [],
  'src/ui': ['src/lib', 'src/i18n', 'src/theme', 'src/contract'],
  'src/kit': ['src/ui', 'src/lib', 'src/i18n', 'src/theme', 'src/contract'],
  'src/parts': ['src/kit', 'src/ui', 'src/lib', 'src/i18n', 'src/theme', 'src/contract'],
  'src/features': ['src/parts', 'src/kit', 'src/ui', 'src/lib', 'src/i18n', 'src/theme', 'src/contract'],
  'src/app': ['src'],
  src: ['src'],
  // The logs are searched in the words in which their readers see them.
  mock: ['src/contract', 'config', ...['en-US', 'zh-CN'].flatMap((l) => ['audit', 'config', 'log', 'operation'].map((area) => `src/i18n/${l}/${area}.ts`))],
  // The host platform is a page of its own that knows the app's contract only.
  'mock/host': ['src/contract'],
  // The page that plays packages is of another origin: it knows the shapes of what crosses, and nothing of the app.
  'mock/player': ['src/contract'],
  // The registry of import formats is shared by the server and the CLI.
  // A backup file is looked into without a server.
  // The CLI says problems in the app's own sentences, and rights by the titles of their screens.
  // The roles of a server are compared with those that ship, and a licence is verified as the server does.
  cli: ['src/contract', 'config', 'mock/import', 'mock/backup/archive', 'mock/seed/roles.ts', 'mock/areas/license/crypto.ts', ...['en-US', 'zh-CN'].flatMap((l) => ['problem', 'refusal', 'import', 'bank', 'certificate', 'editor', 'flag', 'library', 'screen', 'topology', 'user'].map((area) => `src/i18n/${l}/${area}.ts`))],
  config: [],
  // The build compiles the app's messages, and writes what each screen asks for into the document.
  'config/vite': ['config', 'src/i18n/compiled.ts', 'src/kit/views.tsx'],
  tests: ['src', 'mock', 'cli', 'config'],
}
/** Package (prefix) → where it may be imported. */
const packages = {
  'react-intl-universal': ['src/i18n'],
  axios: ['src/lib/transport.ts', 'cli', 'tests', 'mock/host'],
  qiankun: ['mock/host', 'tests'],
  '@antv/x6': ['/canvas/'],
  '@xterm/xterm': ['/canvas/'],
  '@xterm/addon': ['/canvas/'],
  '@novnc/novnc': ['/canvas/'],
  '@arco-design/web-react': ['src/ui/data', 'src/ui/input', 'tests/bench'],
  bizcharts: ['/canvas/', 'src/ui/chart'],
  marked: ['src/ui/text/markdown', 'mock/areas/course/file/cartridge'],
  dompurify: ['src/ui/text/SafeHtml', 'src/ui/text/sanitize'],
  zod: ['src/contract', 'mock', 'cli', 'tests', 'src/kit/form'],
}
/** Pattern → where it is allowed, and what to use instead. */
const bans = [
  [/dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML|\.outerHTML\s*=|document\.write\(/, ['src/ui/text/SafeHtml'], 'HTML goes through ui/SafeHtml'],
  [/\beval\(|new Function\(/, [], 'no code from text'],
  [/new RegExp\((?!['"`/])/, ['tests', 'config', 'mock/db', 'mock/areas/bank/flag', 'mock/thread'], 'no pattern from data'],
  [/\bsetInterval\(/, ['src/lib', 'src/ui/data/useNow', 'mock', 'cli', 'tests', 'config'], 'time lives in sagas or lib/poll'],
  [/(?<![.\w])fetch\(/, ['src/lib', 'src/app/createApp.tsx', 'mock', 'cli', 'tests', 'config'], 'requests go through lib/transport'],
  [/@ts-ignore|@ts-nocheck|\bas any\b|:\s*any\b/, ['tests'], 'the type checker is not switched off'],
  [/localStorage|sessionStorage/, ['src/lib/storage.ts', 'mock/host', 'mock/player', 'tests', 'config'], 'storage goes through lib/storage'],
  // the parser's stand-in has the parser's own names
  [/\bexport \* from\b/, ['src/i18n/compiled.ts'], 'no barrels'],
]
/** Rules for code that draws: colours and layers are tokens, paths are links by name. */
const drawing = [
  [/#[0-9a-fA-F]{3,8}\b(?!['"]?\s*:)|\brgba?\(|\bhsla?\(/, [], 'colours are tokens of src/theme'],
  [/z-?[iI]ndex\s*:\s*\d/, [], 'layers are tokens of src/theme'],
  [/(?:to|href|navigate\()=?\{?\s*['"`]\/(?!\/)/, [], 'links by name: href(…)'],
]

const root = process.cwd()
const sources = ['src', 'mock', 'cli', 'config', 'tests']

function* walk(dir) {
  for (const e of readdirSync(path.join(root, dir), { withFileTypes: true })) {
    const at = `${dir}/${e.name}`
    if (e.isDirectory()) yield* walk(at)
    else if (/\.(ts|tsx|mjs)$/.test(e.name)) yield at
  }
}
const homeOf = (file) =>
  Object.keys(may)
    .filter((k) => file === k || file.startsWith(`${k}/`))
    .sort((a, b) => b.length - a.length)[0]
const within = (file, places) => places.some((p) => (p.startsWith('/') ? file.includes(p) : file === p || file.startsWith(`${p}/`) || file.startsWith(`${p}.`)))
/** Tests, and what a folder keeps for its own tests only. */
const isTest = (file) => /\.test\.tsx?$|\/testing\//.test(file)

/** All breaches of one file's text, for the command below and for the guard's own test. */
export function breaches(file, text) {
  const out = []
  const home = homeOf(file)
  const lines = text.split('\n')
  const say = (n, why) => out.push(`${file}:${n + 1} ${why}`)
  lines.forEach((line, n) => {
    const m = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/.exec(line)
    if (m && !/^\s*(\*|\/\/)/.test(line)) {
      const spec = m[1]
      const target = spec.startsWith('#') ? spec.slice(1) : spec.startsWith('.') ? path.posix.normalize(`${path.posix.dirname(file)}/${spec}`) : undefined
      if (target) {
        const there = homeOf(target)
        const typeOnly = /import type|import\(/.test(line) && ['src/i18n', 'src/lib'].includes(home)
        const inside = there === home || target.startsWith(`${home}/`)
        if (home && there && !inside && !isTest(file) && !typeOnly && !may[home].some((p) => target === p || target.startsWith(`${p}/`))) say(n, `${home} may not import ${target}`)
        if (home === 'src/features' && there === 'src/features') {
          const [a, b] = [file.split('/')[2], target.split('/')[2]]
          if (a !== b) say(n, `features/${a} may not import features/${b}`)
        }
      } else if (!spec.startsWith('node:')) {
        for (const [name, places] of Object.entries(packages)) {
          const typeOnly = /import type/.test(line)
          if ((spec === name || spec.startsWith(`${name}/`)) && !typeOnly && !within(file, places) && !isTest(file)) say(n, `${name} only in ${places.join(', ')}`)
        }
        if (spec === 'arco-design') say(n, 'arco-design is not the library; it is @arco-design/web-react')
      }
    }
    if (/^\s*(\*|\/\/|\/\*)/.test(line)) return
    for (const [pattern, places, why] of bans) if (pattern.test(line) && !within(file, places) && !isTest(file) && file !== 'config/lint/boundaries.mjs') say(n, why)
    if (/^src\/.*\.tsx$/.test(file) && !isTest(file)) for (const [pattern, places, why] of drawing) if (pattern.test(line) && !within(file, places)) say(n, why)
  })
  return out
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const all = sources.flatMap((s) => [...walk(s)].flatMap((f) => breaches(f, readFileSync(path.join(root, f), 'utf8'))))
  for (const b of all) console.log(b)
  if (all.length) process.exitCode = 1
}
