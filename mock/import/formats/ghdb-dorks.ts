/** Queries of one category of the Google Hacking Database, one per line; the category is the name of the file or its folder. Source: the pagodo lists. */
import { dorkCategories } from '#src/contract/library/dork.ts'
import type { Format } from './format.ts'
import { Unreadable } from './found.ts'
import { queryTitle } from './ghdb-json.ts'
import { numberedLines, utf8 } from './read/text.ts'
import { slug, toRow } from './rows.ts'
import { baseName, folderOf } from './source.ts'

const ends = /\.(?:dorks?|txt)$/i
const named = (name: string) => {
  const stem = slug(name.replace(ends, ''))
  return dorkCategories.find((c) => c === stem)
}
/** By the name of the file, or of the folder that lists of a category lie in. */
const categoryOf = (name: string) => named(baseName(name)) ?? named(baseName(folderOf(name).slice(0, -1)))

export const ghdbDorks: Format = {
  id: 'ghdb-dorks',
  resources: ['dork'],
  sniff(name, head) {
    if (!ends.test(name) || head.includes(0) || !categoryOf(name)) return 0
    // a folder says so of the lists in it, not of whatever text lies there
    return named(baseName(name)) ? 0.9 : /\.dorks?$/i.test(name) ? 0.8 : 0
  },
  async *read(source) {
    // to the end once, so that a list that stops being text gives nothing
    let any = false
    for await (const piece of utf8(source)) any ||= /\S/.test(piece)
    if (!any) throw new Unreadable('no_records')
    const category = categoryOf(source.name)
    for await (const { text, line } of numberedLines(source))
      if (text.trim() !== '')
        yield toRow(
          'dork',
          { file: source.name, line },
          { ghdb_id: null, title: queryTitle(text), query: text, category },
        )
  },
}
