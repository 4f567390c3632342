import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { exam } from '../../contract/exam/exam.ts'
import { pageOf, rowOf, stage, words } from '../resource/testing/stage.tsx'
import { useActions } from '../action/useActions.tsx'
import type { RowBase } from '../../contract/lib/resource.ts'
import { handOverDialog } from './HandOverDialog.tsx'

beforeAll(words)
afterEach(cleanup)

const row = (name: string, owner_name: string, can: string[] = []) => rowOf(name, { name, owner_name, can })
function Chosen({ rows }: { rows: readonly RowBase[] }) {
  const doing = useActions<RowBase>(exam)
  const give = { id: 'hand-over', label: 'kit.own.action', needs: 'many', dialog: handOverDialog(exam) } as const
  return (
    <>
      <button type="button" onClick={() => doing.start(give as never, rows)}>
        Go
      </button>
      {doing.element}
    </>
  )
}

it('says how many of the chosen can be handed over, and whose the others are', async () => {
  const rows = [
    row('Mine', 'Lin Wei', ['hand-over']),
    row('Midterm', 'Chen Hao'),
    row('Finals', 'Chen Hao'),
    row('Entry test', 'Zhao Min'),
  ]
  stage(<Chosen rows={rows} />, { 'GET /exams/keepers/options': pageOf([]), 'GET /exams/keepers': pageOf([]) })
  screen.getByRole('button', { name: 'Go' }).click()
  const told = within(await screen.findByRole('dialog', { name: 'Hand over “Mine”' }))
  expect(told.getByText('1 of 4 can be handed over. The others are not yours; their owners are:')).toBeTruthy()
  expect(told.getAllByRole('listitem').map((l) => l.textContent)).toEqual([
    'Chen Hao Midterm, Finals',
    'Zhao Min Entry test',
  ])
})
