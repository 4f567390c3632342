/** A small PDF (ISO 32000-1) of plain pages with an outline, for the demonstration: English by Helvetica, Chinese by a font that viewers bring. */
export interface PdfPage {
  title: string
  lines: readonly string[]
}
const size = { width: 595, height: 842, left: 64, top: 770, line: 24 }

const literal = (text: string): string => `(${text.replace(/[\\()]/g, '\\$&')})`
const wide = (text: string): string => {
  const bytes = Buffer.from(text, 'utf16le').swap16()
  return `<${bytes.toString('hex')}>`
}
/** A text outside of pages, in whatever language. */
const anywhere = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`

export function pdfOf(pages: readonly PdfPage[], { title, chinese }: { title: string; chinese: boolean }): Buffer {
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  const show = chinese ? wide : literal
  const [catalog, tree, outline, font] = [add(''), add(''), add(''), add('')]
  const kids = pages.map(({ title: head, lines }) => {
    const text = [
      `BT /F 22 Tf ${size.left} ${size.top} Td ${show(head)} Tj ET`,
      ...lines.map((line, n) => `BT /F 13 Tf ${size.left} ${size.top - 48 - n * size.line} Td ${show(line)} Tj ET`),
    ].join('\n')
    const content = add(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`)
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${size.width} ${size.height}] /Contents ${content} 0 R /Resources << /Font << /F ${font} 0 R >> >> >>`,
    )
  })
  const first = objects.length + 1
  for (const [n, page] of kids.entries())
    add(
      [
        `<< /Title ${anywhere(pages[n]?.title ?? '')} /Parent ${outline} 0 R /Dest [${page} 0 R /Fit]`,
        ...(n > 0 ? [`/Prev ${first + n - 1} 0 R`] : []),
        ...(n < kids.length - 1 ? [`/Next ${first + n + 1} 0 R`] : []),
        '>>',
      ].join(' '),
    )
  const info = add(`<< /Title ${anywhere(title)} >>`)
  objects[catalog - 1] =
    `<< /Type /Catalog /Pages ${tree} 0 R /Outlines ${outline} 0 R /Lang (${chinese ? 'zh-CN' : 'en-US'}) >>`
  objects[tree - 1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((k) => `${k} 0 R`).join(' ')}] >>`
  objects[outline - 1] =
    `<< /Type /Outlines /Count ${kids.length} /First ${first} 0 R /Last ${first + kids.length - 1} 0 R >>`
  objects[font - 1] = chinese
    ? '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >> >>] >>'
    : '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
  let out = '%PDF-1.4\n'
  const places = objects.map((body, n) => {
    const at = out.length
    out += `${n + 1} 0 obj\n${body}\nendobj\n`
    return at
  })
  const xref = out.length
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((p) => `${String(p).padStart(10, '0')} 00000 n \n`).join('')}`
  out += `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${xref}\n%%EOF\n`
  return Buffer.from(out, 'latin1')
}
