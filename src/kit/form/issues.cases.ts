/** Values that break rules, for the tests that hold the form's and the server's reading of a schema together. */
import { z } from 'zod'
import { DorkBody } from '../../contract/library/dork.schema.ts'
import { ToolBody, ToolCategoryBody } from '../../contract/library/tool.schema.ts'
import { Register } from '../../contract/session/session.schema.ts'
import { UserBody } from '../../contract/system/user.schema.ts'

export interface IssueCase {
  name: string
  schema: z.ZodType
  input: unknown
}

const odd: unknown[] = [
  undefined,
  null,
  '',
  ' ',
  0,
  -1.5,
  true,
  'x',
  'x'.repeat(3000),
  [],
  [''],
  [null],
  ['x'.repeat(3000)],
  {},
  { x: 1 },
  [{ command: '' }],
  [{ command: 'a', os: 7, more: 1 }],
]

const bodies = { ToolBody, ToolCategoryBody, DorkBody, UserBody, Register } as const

const ofBodies = Object.entries(bodies).flatMap(([name, body]) =>
  Object.keys(body.shape).flatMap((key) =>
    odd.map(
      (value, i): IssueCase => ({
        name: `${name}.${key} with value ${i}`,
        schema: body.strict(),
        input: { [key]: value },
      }),
    ),
  ),
)

const Special = z.strictObject({
  either: z.union([z.number(), z.array(z.string().max(3)).min(1)]).optional(),
  big: z.bigint().max(5n).optional(),
  step: z.number().multipleOf(5).optional(),
  map: z.record(z.string().max(2), z.number()).optional(),
  kind: z
    .discriminatedUnion('at', [z.object({ at: z.literal('a'), n: z.number() }), z.object({ at: z.literal('b') })])
    .optional(),
  plain: z
    .string()
    .refine(() => false)
    .optional(),
  mail: z.email().optional(),
})
const special: IssueCase[] = [
  {},
  { either: 'x' },
  { either: [] },
  { either: ['long', 'ok'] },
  { big: 9n },
  { step: 7 },
  { map: { long: 1, ok: 'x' } },
  { kind: {} },
  { kind: { at: 'a' } },
  { kind: { at: 'z' } },
  { plain: 'x' },
  { mail: 'x' },
  { unknown: 1, other: 2 },
].map((input, i) => ({ name: `special ${i}`, schema: Special, input }))

export const issueCases: readonly IssueCase[] = [...ofBodies, ...special]
