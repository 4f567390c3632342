/**
 * Monaco with what we use of it, from our own files: its worker is started from this origin or, inside a host's page, through a blob that
 * imports it. Loaded with the first text that is edited.
 */
import 'monaco-editor/features/register.all'
import 'monaco-editor/languages/definitions/yaml/register'
import workerUrl from 'monaco-editor/editor/editor.worker?worker&url'

export * as monaco from 'monaco-editor/editor'

interface Policies {
  createPolicy(name: string, rules: object): { createScriptURL(url: string): string }
}
const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes
const ours = policies?.createPolicy('monaco', { createScriptURL: (url: string) => url })

function worker(): Worker {
  const url = new URL(workerUrl, import.meta.url)
  const from = (address: string) =>
    new Worker(ours?.createScriptURL(address) ?? address, { type: 'module', name: 'editor' })
  if (url.origin === location.origin) return from(url.href)
  // a worker may not be made from another origin
  const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(url.href)}`], { type: 'text/javascript' }))
  setTimeout(() => URL.revokeObjectURL(blob), 10_000)
  return from(blob)
}

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: worker,
    createTrustedTypesPolicy: (_name: string, rules: object) => policies?.createPolicy('monaco', rules),
  },
})
