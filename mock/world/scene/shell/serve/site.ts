/** The site of a web server, as its file on the node says it now: what people mend there holds at once. */
export interface Site {
  port: number
  root: string
  listing: boolean
  headers: readonly (readonly [string, string])[]
  denied: readonly string[]
}
export const usualSite: Site = { port: 80, root: '/var/www/html', listing: false, headers: [], denied: [] }

/** @returns the site, or why nginx would not start with it */
export function siteOf(text: string, file: string): Site | { fault: string } {
  const site = {
    port: 80,
    root: '/var/www/html',
    listing: false,
    headers: [] as [string, string][],
    denied: [] as string[],
  }
  let place = ''
  let deep = 0
  for (const [i, raw] of text.split('\n').entries()) {
    const line = raw.replace(/(^|\s)#.*$/, '').trim()
    if (line === '') continue
    const fault = (what: string) => ({ fault: `nginx: [emerg] ${what} in ${file}:${i + 1}` })
    if (!/[;{}]$/.test(line)) return fault(`directive "${line.split(/\s/)[0]}" is not terminated by ";"`)
    if (line.endsWith('{')) {
      deep++
      if (line.startsWith('location')) place = line.split(/\s+/)[1] ?? ''
      continue
    }
    if (line === '}') {
      if (--deep < 0) return fault('unexpected "}"')
      place = ''
      continue
    }
    const [word = '', ...rest] = line.replace(/\s*;$/, '').split(/\s+/)
    const value = rest.join(' ').replace(/^"|"$/g, '')
    if (word === 'listen') {
      const port = Number(value.split(/[: ]/).at(-1))
      if (!Number.isInteger(port) || port < 1 || port > 65_535)
        return fault(`invalid port in "${value}" of the "listen" directive`)
      site.port = port
    } else if (word === 'root') site.root = value
    else if (word === 'autoindex') site.listing = value === 'on'
    else if (word === 'add_header') site.headers.push([rest[0] ?? '', rest.slice(1).join(' ').replace(/^"|"$/g, '')])
    else if (word === 'deny' && place !== '') site.denied.push(place)
    else if (!/^(server_name|index|access_log|error_log|server_tokens|try_files|return|allow|include)$/.test(word))
      return fault(`unknown directive "${word}"`)
  }
  return deep === 0 ? site : { fault: `nginx: [emerg] unexpected end of file, expecting "}" in ${file}` }
}
