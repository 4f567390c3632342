import { expect, it } from 'vitest'
import { keysOf } from '../../../contract/lib/typed.ts'
import { resourceSpecs } from '../../../contract/lines.ts'
import { finder } from '../../../contract/screens/path.ts'
import { screens } from '../../../contract/screens/index.ts'
import { hrefOfEntity } from './audit.logic.ts'

const find = finder(screens)

it('leads from a row of the trail to the screen of what it is about, which knows which one', () => {
  for (const entity of keysOf(resourceSpecs)) {
    const to = hrefOfEntity({ entity, entity_id: 'r-1' }, () => true) ?? ''
    const [path = '', query = ''] = to.split('?')
    expect(find(path)?.name, entity).toBe(resourceSpecs[entity].page)
    expect(path.split('/').includes('r-1') || query === 'open=r-1', entity).toBe(true)
  }
})

it('leads nowhere where the viewer may not look, or nothing is named', () => {
  expect(hrefOfEntity({ entity: 'tool', entity_id: 'r-1' }, () => false)).toBeUndefined()
  expect(hrefOfEntity({ entity: 'tool', entity_id: '' }, () => true)).toBeUndefined()
  expect(hrefOfEntity({ entity: 'session', entity_id: 'r-1' }, () => true)).toBeUndefined()
})
