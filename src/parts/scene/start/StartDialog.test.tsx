/** Whoever starts a scene reads first what the check finds in its drawing, in the check's own sentences. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { emptyDocument } from '../../../contract/topology/document.ts'
import { madeNode } from '../../../contract/topology/made.ts'
import { loadMessages } from '../../../i18n/index.ts'
import { problem, stage, words } from '../../../kit/resource/testing/stage.tsx'
import { StartDialog } from './StartDialog.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('scene')
})
afterEach(cleanup)

const document = {
  ...emptyDocument(),
  nodes: [{ ...madeNode('n1', 'web', 'machine', { x: 0, y: 0 }), image_id: null }],
}
const drawn = { id: 't1', name: 'Office', document, editable_nodes: null }
const show = (answer: unknown) =>
  stage(<StartDialog topology={{ id: 't1', name: 'Office' }} onClose={() => {}} />, {
    'GET /topologies/:id/document': answer,
  })

it('lists the problems of the drawing and lets go on knowingly', async () => {
  show(drawn)
  expect(await screen.findByText('No image is chosen.', { exact: false })).toBeTruthy()
  expect(screen.getByText('web')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Start anyway' })).toBeTruthy()
})
it('says nothing of a drawing that may not be read', async () => {
  const s = show(problem('no_operation_permission', { status: 403 }))
  await waitFor(() => expect(s.of('GET /topologies/:id/document')).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'Start it' })).toBeTruthy()
})
it('starts nothing of a drawing with errors, which the server refuses', async () => {
  const nameless = { ...document, nodes: [{ ...madeNode('n1', '', 'machine', { x: 0, y: 0 }) }] }
  show({ ...drawn, document: nameless })
  expect(await screen.findByText('No scene can start from this topology', { exact: false })).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start it' }).disabled).toBe(true)
})
it('says what it still needs, and calls a scene as the topology that was chosen', async () => {
  stage(<StartDialog onClose={() => {}} />, {
    'GET /topologies/options': { items: [{ id: 't1', label: 'Office' }], total: 1, page: 1, page_size: 20 },
    'GET /topologies/:id/document': drawn,
  })
  expect(screen.getByText('Choose a topology.')).toBeTruthy()
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect([name.value, name.required]).toEqual(['', true])
  fireEvent.click(screen.getByRole('combobox', { name: 'Topology' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Office' }))
  await waitFor(() => expect(name.value).toBe('Office'))
  fireEvent.change(name, { target: { value: '' } })
  expect(screen.getByText('Enter a name.')).toBeTruthy()
  expect(name.value).toBe('')
})
