/** Queries of one category of the Google Hacking Database, one per line; the category is the name of the file. Source: the pagodo lists. */
import { dorkCategories } from '#src/contract/library/dork.ts'
import type { Format } from './format.ts'
import { Unreadable } from './found.ts'
import { titleOf } from './ghdb-json.ts'
import { lines, utf8 } from './read/text.ts'
import { slug, toRow } from './rows.ts'
import { baseName } from './source.ts'

const categoryOf = (name: string) => {
  const stem = slug(baseName(name).replace(/\.dorks$/i, ''))
  return dorkCategories.find((c) => c === stem)
}

export const ghdbDorks: Format = {
  id: 'ghdb-dorks',
  resources: ['dork'],
  sniff: (name, head) => (/\.dorks$/i.test(name) && categoryOf(name) && !head.includes(0) ? 0.9 : 0),
  async *read(source) {
    // to the end once, so that a list that stops being text gives nothing
    let any = false
    for await (const piece of utf8(source)) any ||= /\S/.test(piece)
    if (!any) throw new Unreadable('no_records')
    const category = categoryOf(source.name)
    for await (const { text, line } of lines(source))
      if (text.trim() !== '')
        yield toRow('dork', { file: source.name, line }, { ghdb_id: null, title: titleOf(text), query: text, category })
  },
}
