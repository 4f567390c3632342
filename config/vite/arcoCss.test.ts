import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { arcoCss, importedComponents } from './arcoCss.ts'

describe('style sheets of Arco’s components', () => {
  it('are looked up for every name that is imported for use', () => {
    expect(importedComponents("import { Button, Table as Rows } from '@arco-design/web-react'")).toEqual([
      'Button',
      'Table',
    ])
    expect(importedComponents('import {\n  Select,\n} from "@arco-design/web-react"')).toEqual(['Select'])
  })

  it('are not looked up for types or for other packages', () => {
    expect(importedComponents("import type { TableProps } from '@arco-design/web-react'")).toEqual([])
    expect(importedComponents("import { type TableProps, Spin } from '@arco-design/web-react'")).toEqual(['Spin'])
    expect(importedComponents("import { Button } from '#src/ui/input/Button.tsx'")).toEqual([])
  })

  it('come into the build with those of the parts a component is made of, and no others', async () => {
    const css = await stylesOf("import { Pagination } from '@arco-design/web-react'\nconsole.log(Pagination)")
    expect(css).toContain('.arco-pagination')
    expect(css).toContain('.arco-select')
    expect(css).not.toContain('.arco-table')
  })

  it('do not come for a type', async () => {
    expect(
      await stylesOf(
        "import type { ButtonProps } from '@arco-design/web-react'\nexport const a: ButtonProps = {}\nconsole.log(a)",
      ),
    ).toBe('')
  })
})

async function stylesOf(source: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      arcoCss(),
      {
        name: 'one-module',
        resolveId: (id) => (id === 'entry.ts' ? id : null),
        load: (id) => (id === 'entry.ts' ? source : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: 'entry.ts', external: [/^react/, '@arco-design/web-react'] },
    },
  })
  const outputs = [result].flat()
  return outputs
    .flatMap((o) => ('output' in o ? o.output : []))
    .map((f) => (f.type === 'asset' && f.fileName.endsWith('.css') ? String(f.source) : ''))
    .join('')
}
