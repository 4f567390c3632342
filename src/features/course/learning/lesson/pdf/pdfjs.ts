/**
 * PDF.js with its viewer, loaded with the first document. Its worker is a file of our own origin; in a host's page, whose origin is another, a few
 * words of script load it from here. Nothing in a document runs: no scripts, no forms, no code made of its fonts.
 */
import { ownFile } from '../../../../../lib/ownFile.ts'
import type * as Lib from 'pdfjs-dist'
import type * as Web from 'pdfjs-dist/web/pdf_viewer.mjs'
// oxlint-disable-next-line import/default -- its address, which the build makes
import workerFile from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import wasmFile from 'pdfjs-dist/wasm/openjpeg.wasm?url'
import jbig2File from 'pdfjs-dist/wasm/jbig2.wasm?url'
import qcmsFile from 'pdfjs-dist/wasm/qcms_bg.wasm?url'

export interface Pdfjs {
  lib: typeof Lib
  web: typeof Web
}
/** Name of the policy of Trusted Types that starts the worker. */
const policyName = 'mg-pdf-worker'

interface ScriptPolicy {
  createScriptURL: (url: string) => string
}
interface Policies {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => ScriptPolicy
}
let policy: ScriptPolicy | undefined
/** An address that may be started: of the worker, and of nothing else. */
function startable(url: string): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the browser has is not in the types of its language
  const types = (globalThis as { trustedTypes?: Policies }).trustedTypes
  if (!types) return url
  policy ??= types.createPolicy(policyName, {
    createScriptURL: (wanted) => {
      if (wanted.startsWith('blob:') || new URL(wanted, document.baseURI).pathname.includes('pdf.worker')) return wanted
      throw new TypeError('not the worker')
    },
  })
  return policy.createScriptURL(url)
}

/** A worker for one document; `ready` once it listens: what is said to it before would be lost where it loads what it is from elsewhere. */
export function startPdfWorker(): { port: Worker; ready: Promise<void>; end: () => void } {
  const url = new URL(workerFile, import.meta.url)
  const own = url.origin === globalThis.location.origin
  const start = own
    ? url.href
    : URL.createObjectURL(new Blob([`await import(${JSON.stringify(url.href)})`], { type: 'text/javascript' }))
  const port = new Worker(startable(start), { type: 'module', name: 'pdf' })
  return {
    port,
    ready: new Promise((done, failed) => {
      port.addEventListener('message', () => done(), { once: true })
      port.addEventListener('error', () => failed(new Error('the worker did not start')), { once: true })
    }),
    end: () => {
      port.terminate()
      if (!own) URL.revokeObjectURL(start)
    },
  }
}

// a policy lets nobody fetch what would be written into a script
const mapFiles = import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})
const fontFiles = import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})
const wasmFiles: Readonly<Record<string, string>> = {
  'openjpeg.wasm': wasmFile,
  'jbig2.wasm': jbig2File,
  'qcms_bg.wasm': qcmsFile,
}
function fileOf(kind: string, name: string): string {
  const found =
    kind === 'wasmUrl'
      ? wasmFiles[name]
      : kind === 'cMapUrl'
        ? mapFiles[`/node_modules/pdfjs-dist/cmaps/${name}`]
        : fontFiles[`/node_modules/pdfjs-dist/standard_fonts/${name}`]
  if (found === undefined) throw new Error(`PDF.js has no ${kind} ${name}`)
  return new URL(found, import.meta.url).href
}
/** Character maps and fonts that documents name without having them, and decoders of pictures: files of ours, fetched when one is needed. */
export class OwnFiles {
  readonly fetch = async ({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> =>
    ownFile(fileOf(kind, filename))
}

export async function loadPdfjs(): Promise<Pdfjs> {
  const lib = await import('pdfjs-dist')
  // its viewer looks for it there
  Object.defineProperty(globalThis, 'pdfjsLib', { value: lib, configurable: true, enumerable: false })
  try {
    return { lib, web: await import('pdfjs-dist/web/pdf_viewer.mjs') }
  } finally {
    for (const name of ['pdfjsLib', 'pdfjsViewer']) Reflect.deleteProperty(globalThis, name)
  }
}
