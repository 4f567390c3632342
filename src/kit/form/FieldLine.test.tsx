/** A field says what is wrong with it, and of a list of words which of them it is. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages } from '../../i18n/index.ts'
import { referencedResource } from '../resource/lines.ts'
import { stage, words } from '../resource/testing/stage.tsx'
import { FieldLine, type FieldProps } from './FieldLine.tsx'
import { noFacts } from './form.logic.ts'

beforeAll(async () => {
  await words()
  await loadMessages('bank')
  await loadMessages('refusal')
})
afterEach(cleanup)

it('says how a line of text is counted as soon as a character of it counts 2', () => {
  const line = (value: string) => ({
    id: 'f',
    resource: referencedResource('theory-set'),
    spec: { of: 'name' },
    facts: { ...noFacts, max: 60 },
    value,
    problems: [],
    disabled: false,
    row: undefined,
    onChange: vi.fn(),
    onLeave: vi.fn(),
  })
  stage(<FieldLine {...(line('Web') as unknown as FieldProps)} />, {})
  expect(screen.queryByText(/counts as 2/)).toBeNull()
  cleanup()
  stage(<FieldLine {...(line('网络 101') as unknown as FieldProps)} />, {})
  expect(screen.getByText('8 of 60 characters. A Chinese character counts as 2.')).toBeTruthy()
})

it('says of each word of a list what is wrong with it', () => {
  const line = {
    id: 'f',
    resource: referencedResource('theory-question'),
    spec: { of: 'cve_ids' },
    facts: noFacts,
    value: ['CVE-2021-44228', 'log4shell', 'CVE-1'],
    problems: [1, 2].map((n) => ({ path: `cve_ids.${n}`, rule: 'cve' })),
    disabled: false,
    row: undefined,
    onChange: vi.fn(),
    onLeave: vi.fn(),
  }
  stage(<FieldLine {...(line as unknown as FieldProps)} />, {})
  expect([...document.querySelectorAll('.mg-error')].map((p) => p.textContent)).toEqual([
    '“log4shell”: Written like CVE-2021-44228.',
    '“CVE-1”: Written like CVE-2021-44228.',
  ])
  const box = screen.getByRole('textbox')
  const note = document.getElementById(box.getAttribute('aria-describedby') ?? '')
  expect(note?.textContent).toContain('log4shell')
})
