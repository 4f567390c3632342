/** Read-only lists: what they are narrowed to stands in the address, and what is said in place of rows. */
import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { type ExamStatus, examStatuses } from '../../contract/exam/status.ts'
import { type Asked, pageOf, problem, stage, words } from '../resource/testing/stage.tsx'
import { BrowseBar, BrowseView, useBrowse } from './Browse.tsx'

beforeAll(words)

const start = { q: '', page: 1, status: undefined as ExamStatus | undefined }
const among = { status: examStatuses }
function Exams({ inDialog = false }: { inDialog?: boolean }) {
  const list = useBrowse('GET /my-exams', { start, among, inDialog, query: { fixed: 'yes' } })
  return (
    <>
      <BrowseBar
        of={list}
        search="Search exams"
        filters={[
          {
            field: 'status',
            label: 'Status',
            all: 'All',
            options: examStatuses.map((value) => ({ value, label: value })),
          },
        ]}
      />
      <BrowseView of={list} empty={{ icon: 'file', title: 'No exams', text: 'They come later.' }}>
        {({ items }) => items.map((e) => <p key={e.id}>{e.name}</p>)}
      </BrowseView>
    </>
  )
}
const many = { 'GET /my-exams': pageOf([{ id: 'e1', name: 'Finals' }], 45) }
const query = (asked: readonly Asked[]) => asked.at(-1)?.args.query

it('a filter begins at the first page, and stands in the address with it', async () => {
  const shown = stage(<Exams />, many, { at: '/exams?page=2&tab=mine' })
  await screen.findByText('Finals')
  expect(query(shown.asked)).toEqual({ page: 2, page_size: 20, fixed: 'yes' })
  const [, second] = examStatuses
  fireEvent.click(screen.getByRole('button', { name: second }))
  await expect.poll(() => query(shown.asked)).toEqual({ page: 1, page_size: 20, fixed: 'yes', status: second })
  expect(shown.address()).toBe(`/exams?tab=mine&status=${second}`)
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await expect.poll(() => shown.address()).toBe(`/exams?tab=mine&status=${second}&page=2`)
  fireEvent.click(screen.getByRole('button', { name: 'All' }))
  await expect.poll(() => shown.address()).toBe('/exams?tab=mine')
})

it('an address opens it as it was, without what nobody could have chosen', async () => {
  const shown = stage(<Exams />, many, { at: '/exams?q=fin&status=made-up&page=3' })
  await screen.findByText('Finals')
  expect(query(shown.asked)).toEqual({ q: 'fin', page: 3, page_size: 20, fixed: 'yes' })
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('fin')
})

it('in a dialog the address of the page stays', async () => {
  const shown = stage(<Exams inDialog />, many, { at: '/elsewhere?page=7' })
  await screen.findByText('Finals')
  expect(query(shown.asked)).toEqual({ page: 1, page_size: 20, fixed: 'yes' })
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await expect.poll(() => query(shown.asked)).toEqual({ page: 2, page_size: 20, fixed: 'yes' })
  expect(shown.address()).toBe('/elsewhere?page=7')
})

it('nothing at all and nothing that matches are said apart', async () => {
  const nothing = { 'GET /my-exams': pageOf([]) }
  stage(<Exams />, nothing, { at: '/exams' })
  expect(await screen.findByText('No exams')).toBeTruthy()
  expect(screen.getByText('They come later.')).toBeTruthy()
})

it('what is narrowed to nothing says so', async () => {
  stage(<Exams />, { 'GET /my-exams': pageOf([]) }, { at: '/exams?q=zz' })
  expect(await screen.findByText(/No.*match/)).toBeTruthy()
  expect(screen.queryByText('They come later.')).toBeNull()
})

it('a list that could not be read offers another try', async () => {
  let fails = true
  const read = () => (fails ? problem('busy', { status: 503 }) : many['GET /my-exams'])
  stage(<Exams />, { 'GET /my-exams': read }, { at: '/exams' })
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  fireEvent.click(again)
  expect(await screen.findByText('Finals')).toBeTruthy()
})
