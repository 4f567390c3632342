import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Writes `csp.json` beside the built index.html: the hashes of its inline scripts, for the `script-src` of a server that allows no
 * `unsafe-inline`. Fails the build when the page holds an inline style or a handler attribute, which no hash here would cover.
 */
export function cspHashes(): Plugin {
  return {
    name: 'csp-hashes',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir }, bundle) {
      const page = bundle['index.html']
      if (!dir || page?.type !== 'asset') throw new Error('csp-hashes: the build has no index.html')
      const html = String(page.source)
      const loose = /<style\b|<[^>]+\s(?:style|on\w+)=/i.exec(html.replace(/<script\b[\s\S]*?<\/script>/g, ''))
      if (loose) throw new Error(`csp-hashes: index.html holds an inline style or handler: ${loose[0]}`)
      writeFileSync(path.join(dir, 'csp.json'), `${JSON.stringify({ script: scriptHashes(html) })}\n`)
    },
  }
}

/** `sha256-…` of each inline script, without the quotes that the header wants around it. */
export function scriptHashes(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter((m) => !/\ssrc=/.test(m[1] ?? ''))
    .map(
      (m) =>
        `sha256-${createHash('sha256')
          .update(m[2] ?? '')
          .digest('base64')}`,
    )
}
