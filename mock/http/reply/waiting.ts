/** What a browser shows in place of a page that cannot be sent now: it says so in both languages and tries again by itself. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { docsPolicy } from './csp.ts'

const style = `:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}body{margin:20vh auto 0;max-width:32rem;padding:0 1.5rem}h1{font-size:1.25rem;margin:1.5rem 0 .25rem}p{margin:0}`
const policy = docsPolicy(`sha256-${createHash('sha256').update(style).digest('base64')}`)

const page = (seconds: number): string => `<!doctype html>
<html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${seconds}"><title>Busy · 系统繁忙</title><style>${style}</style></head><body>
<main><h1>The server is busy</h1><p>This page tries again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.</p>
<div lang="zh-CN"><h1>系统繁忙</h1><p>页面将在 ${seconds} 秒后自动重试。</p></div></main>
</body></html>
`

/** Whoever reads the answer is a person before a browser: programs and the app's own calls do not ask for HTML. */
export const asksForPage = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '')

export const sendWaitingPage = (reply: FastifyReply, wait: number): FastifyReply => {
  const seconds = Math.max(1, Math.ceil(wait))
  return reply
    .code(503)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    .send(page(seconds))
}
