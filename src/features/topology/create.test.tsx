/** A new topology is gone on with in its editor. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { FormInDialog } from '../../kit/form/FormInDialog.tsx'
import type { FormUi } from '../../kit/form/declare.ts'
import type { AnyResource } from '../../kit/resource/words.ts'
import { rowOf, stage, words } from '../../kit/resource/testing/stage.tsx'
import { topologyForm } from './TopologyManage.tsx'

beforeAll(words)
afterEach(cleanup)

const Where = () => <output data-testid="where">{useLocation().pathname}</output>
const shown = () =>
  stage(
    <Suspense>
      <FormInDialog
        ui={topologyForm as unknown as FormUi<AnyResource>}
        title="Topology"
        row={undefined}
        onClose={() => {}}
      />
      <Where />
    </Suspense>,
    {
      'POST /topologies': rowOf('made', { name: 'Two rooms', description: '' }),
    },
    { at: '/list', path: '*' },
  )

it('opens its editor once it is made', async () => {
  shown()
  fireEvent.change(await screen.findByRole('textbox', { name: /name/i }), { target: { value: 'Two rooms' } })
  fireEvent.click(screen.getByRole('button', { name: /^(Add|Create)/ }))
  await waitFor(() => expect(screen.getByTestId('where').textContent).toMatch(/made$/))
})
