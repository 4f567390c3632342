/**
 * Content security policies. The app alone runs strict: no inline script but the hashed ones of its own page, Trusted Types, no plug-ins, no
 * base. A host that embeds it decides its own policy (`hostPolicy` is what the bundled host platform uses and what a host needs at least:
 * qiankun evaluates scripts and writes style elements).
 */
export const reportPath = '/csp-report'

type Policy = Readonly<Record<string, readonly string[]>>
const text = (p: Policy): string =>
  Object.entries(p)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')

const self = "'self'"
const none = "'none'"
const reporting = { 'report-uri': [reportPath], 'report-to': ['csp'] }

/** What Monaco calls its own: each writes lines of text that it has escaped itself. */
const codeEditor = [
  'editorViewLayer',
  'domLineBreaksComputer',
  'richScreenReaderContent',
  'standaloneColorizer',
  'tokenizeToString',
  'diffEditorWidget',
  'diffReview',
  'defaultWorkerFactory',
]
/** Policies of Trusted Types that the app's libraries may make. */
const trustedTypes = ['dompurify', ...codeEditor, 'mg-pdf-worker', "'allow-duplicates'"]

/**
 * Policy of the app's own pages.
 * @param scripts hashes of the page's inline scripts, `sha256-…`
 * @param hosts origins that may frame the page
 * @param packages origin of packages of lessons, where there is one
 */
export const appPolicy = (scripts: readonly string[], hosts: readonly string[] = [], packages?: string): string =>
  text({
    'default-src': [none],
    'script-src': [self, ...scripts.map((h) => `'${h}'`)],
    'style-src': [self],
    // terminals, the code editor and the drawing canvas write style elements; sanitised texts never hold one
    'style-src-elem': [self, "'unsafe-inline'"],
    // React and Arco set single properties through the DOM, which no policy stops; parsed `style="…"` of sanitised texts is what this allows
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': [self, 'data:', 'blob:'],
    'font-src': [self, 'data:'],
    'media-src': [self, 'blob:'],
    'connect-src': [self],
    'worker-src': [self, 'blob:'],
    'manifest-src': [self],
    'object-src': [none],
    'base-uri': [none],
    'form-action': [none],
    // packages of lessons, which strangers wrote, and nothing else
    'frame-src': [packages ?? none],
    'frame-ancestors': [self, ...hosts],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': trustedTypes,
    ...reporting,
  })

/** Of the worker that reads documents: it decodes pictures by WebAssembly, which no page of ours may, and asks for nothing by itself. */
export const pdfWorkerPolicy: string = text({
  'default-src': [none],
  'script-src': [self, "'wasm-unsafe-eval'"],
})

/**
 * Policy of the host platform's page: what qiankun 2 cannot do without, and nothing from elsewhere but the named apps.
 * @param packages where the packages of their lessons are played from
 */
export const hostPolicy = (apps: readonly string[], packages: readonly string[]): string =>
  text({
    'default-src': [none],
    'script-src': [self, "'unsafe-eval'", "'unsafe-inline'", ...apps],
    'style-src': [self, "'unsafe-inline'", ...apps],
    'img-src': [self, 'data:', 'blob:', ...apps],
    'font-src': [self, 'data:', ...apps],
    'media-src': [self, 'blob:', ...apps],
    'connect-src': [self, ...apps],
    'worker-src': [self, 'blob:'],
    'object-src': [none],
    'base-uri': [none],
    'form-action': [none],
    'frame-src': packages.length ? packages : [none],
    'frame-ancestors': [self],
    ...reporting,
  })

/** Policy of answers that are data: nothing in them may run or be framed. */
export const dataPolicy: string = text({
  'default-src': [none],
  'base-uri': [none],
  'form-action': [none],
  'frame-ancestors': [none],
  sandbox: [],
})

/** Policy of the reference page, which is one file with one inline style sheet. */
export const docsPolicy = (style: string): string =>
  text({
    'default-src': [none],
    'style-src': [`'${style}'`],
    'base-uri': [none],
    'form-action': [none],
    'frame-ancestors': [none],
  })

/** Whatever a package is, it stays in its frame: scripts and forms of its own origin, no window beside it, nothing above it. */
const caged = ['allow-scripts', 'allow-same-origin', 'allow-forms']
const ancestors = (app: string): string[] => [self, ...(app === '' ? [] : [app])]

/** Policy of the page that plays a package. @param app origin of the page around it */
export const packagePagePolicy = (app: string): string =>
  text({
    'default-src': [none],
    'script-src': [self],
    'style-src': ["'unsafe-inline'"],
    'connect-src': [self],
    'frame-src': [self],
    'base-uri': [none],
    'form-action': [none],
    'frame-ancestors': ancestors(app),
    sandbox: caged,
  })
/** Policy of a package's own files, which are written as people wrote pages twenty years ago: anything of their own origin, nothing of another. */
export const packageFilePolicy = (app: string): string =>
  text({
    'default-src': [none],
    'script-src': [self, "'unsafe-inline'", "'unsafe-eval'", 'blob:'],
    'style-src': [self, "'unsafe-inline'"],
    'img-src': [self, 'data:', 'blob:'],
    'font-src': [self, 'data:'],
    'media-src': [self, 'data:', 'blob:'],
    'connect-src': [self],
    'worker-src': [self, 'blob:'],
    'frame-src': [self],
    'object-src': [none],
    'base-uri': [self],
    'form-action': [self],
    'frame-ancestors': ancestors(app),
    sandbox: caged,
  })
