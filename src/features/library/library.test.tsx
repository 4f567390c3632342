import { describe, expect, it } from 'vitest'
import { screens } from '../../contract/screens/index.ts'
import { ghdbUrl, searchUrl } from './dork.logic.ts'
import { libraryViews } from './views.ts'

describe('the library', () => {
  it('has a view for each of its screens, and each can be loaded', async () => {
    const mine = screens.filter((s) => s.built && /^(tool|ghdb)-/.test(s.name)).map((s) => s.name)
    expect(Object.keys(libraryViews).toSorted()).toEqual(mine.toSorted())
    for (const view of Object.values(libraryViews)) expect(typeof (await view.load()).default).toBe('function')
  })

  it('hands a query to the search engine whole, whatever is in it', () => {
    const query = 'intitle:"a & b" inurl:x#y?z=%41 +1'
    expect(new URL(searchUrl(query)).searchParams.get('q')).toBe(query)
    expect(new URL(searchUrl('" onclick=')).host).toBe('www.google.com')
    expect(ghdbUrl(7)).toBe('https://www.exploit-db.com/ghdb/7')
  })
})
