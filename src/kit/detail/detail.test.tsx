import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { tool } from '../../contract/library/tool.ts'
import { href } from '../../contract/screens/index.ts'
import { problem, rowOf, stage, words } from '../resource/testing/stage.tsx'
import { remove } from '../action/common.ts'
import { detail } from './detail.tsx'
import { TextList } from './TextList.tsx'

const Detail = detail({
  of: tool,
  title: 'screen.tool-detail',
  back: () => href('tool-manage'),
  lead: (row) => row.summary,
  fields: ['category_id', 'website', 'price', 'language', 'attack_ids'],
  sections: [
    {
      title: 'tool.field.references',
      render: (row) => row.references.length > 0 && <TextList texts={row.references} />,
    },
  ],
  actions: [remove(tool)],
})
const nasty = '<img src=x onerror=alert(1)>'
const row = rowOf('t1', {
  name: `nmap ${nasty}`,
  summary: nasty,
  category_id: 'c1',
  category_name: 'Scanners',
  website: 'javascript:alert(1)',
  price: 'free',
  language: '',
  attack_ids: ['T1046'],
  references: ['https://nmap.org/book', 'javascript:alert(2)'],
})

beforeAll(words)
afterEach(cleanup)
const show = (answers: Record<string, unknown> = { 'GET /tools/:id': row }) =>
  stage(<Detail />, answers, { at: '/tools/t1', path: '/tools/:id' })

describe('the page of a row', () => {
  it('shows every text as text and links to web addresses only, without telling them who we are', async () => {
    const { container } = show()
    await screen.findByText('Scanners')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`nmap ${nasty}`)
    expect(container.querySelector('img')).toBeNull()
    expect(screen.getByText('javascript:alert(1)').closest('a')).toBeNull()
    expect(screen.getByText('javascript:alert(2)').closest('a')).toBeNull()
    const link = screen.getByRole('link', { name: /nmap.org/ })
    expect(link.getAttribute('href')).toBe('https://nmap.org/book')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  })

  it('leaves out what is not there', async () => {
    show()
    await screen.findByText('Scanners')
    expect(screen.queryByText('Language')).toBeNull()
    expect(screen.getByText('Free')).toBeTruthy()
  })

  it('offers what the row allows and goes back to the list when it is removed', async () => {
    const s = show({ 'GET /tools/:id': row, 'DELETE /tools/:id': { id: 't1' } })
    fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(s.address()).toBe(href('tool-manage')))
    expect(s.of('DELETE /tools/:id')).toHaveLength(1)
  })

  it('offers nothing that the row does not allow', async () => {
    show({ 'GET /tools/:id': { ...row, can: [] } })
    await screen.findByText('Scanners')
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  })

  it('says when it is not there', async () => {
    show({ 'GET /tools/:id': problem('not_found', { status: 404 }) })
    expect((await screen.findByRole('alert')).textContent).toContain('It does not exist')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})
