-- A filter for pandoc: what Markdown without HTML can show stays, and what it cannot is counted on standard error.
--
-- A table gets one line for each row: a cell that spans rows is repeated in each of them.  A reviewer's comment becomes
-- a quotation below its passage, a picture its description.  The title that the document itself shows is a heading.

local left_out = {}

local function leave_out(kind)
  left_out[kind] = (left_out[kind] or 0) + 1
end

function Image(image)
  leave_out('picture')
  return image.caption
end

-- What stands in it in HTML, as a table that a notebook printed, is read; what is TeX stays code.
local function blocks_of(raw)
  return raw.format == 'html' and pandoc.read(raw.text, 'html').blocks or pandoc.Blocks({ pandoc.CodeBlock(raw.text) })
end

function RawInline(raw)
  return raw.format == 'html' and pandoc.utils.blocks_to_inlines(blocks_of(raw)) or pandoc.Code(raw.text)
end

function RawBlock(raw)
  return blocks_of(raw)
end

-- Out of its folder a link leads nowhere but to an address; one without words is an anchor beside a heading.
function Link(link)
  link.title = ''
  if link.target:find('^https?:') or link.target:find('^mailto:') then return link end
  return pandoc.utils.stringify(link.content):find('%w') and link.content or {}
end

-- The number of a note: without brackets it would be an exponent.
function Superscript(raised)
  return pandoc.utils.stringify(raised.content):find('^%[.*%]$') and raised.content or nil
end

-- With a fence it needs no indentation.
function CodeBlock(code)
  if #code.classes == 0 then code.classes = { 'text' } end
  return code
end

-- Identifiers and classes have no place in Markdown.
function Div(div)
  local first = div.content[1]
  -- A notebook says the same once more as plain text.
  local is_said_twice = div.classes:includes('output') and first and first.t == 'Table'
  return is_said_twice and { first } or div.content
end

function Figure(figure)
  local shown, caption = pandoc.utils.stringify(figure.content), pandoc.utils.stringify(figure.caption.long)
  local blocks = pandoc.Blocks(shown == caption and {} or figure.content)
  blocks:extend(figure.caption.long)
  return blocks
end

-- Reviews -------------------------------------------------------------------------------------------------------------

function Span(span)
  if span.classes:includes('deletion') then return {} end
  if span.classes:includes('comment-start') then return span end
  return span.content
end

local function with_comments(block)
  local comments = pandoc.Blocks({})
  local text = block:walk({
    Span = function(span)
      if not span.classes:includes('comment-start') then return nil end
      local author = span.attributes.author or ''
      local said = pandoc.Inlines({ pandoc.Str('Comment' .. (author ~= '' and ' by ' .. author or '') .. ': ') })
      said:extend(span.content)
      comments:insert(pandoc.BlockQuote({ pandoc.Para(said) }))
      return {}
    end,
  })
  if #comments == 0 then return nil end
  comments:insert(1, text)
  return comments
end

-- Tables --------------------------------------------------------------------------------------------------------------

local in_one_line = {
  LineBreak = function() return pandoc.Space() end,
  Note = function(note) return pandoc.utils.blocks_to_inlines(note.content, { pandoc.Space() }) end,
}

local function inlines_of(blocks)
  local inlines = pandoc.Inlines({})
  local function add(block)
    if block.t == 'BulletList' or block.t == 'OrderedList' then
      for _, item in ipairs(block.content) do
        for _, part in ipairs(item) do add(part) end
      end
    elseif block.t == 'Table' then
      for _, row in ipairs(pandoc.utils.to_simple_table(block).rows) do
        for _, cell in ipairs(row) do
          for _, part in ipairs(cell) do add(part) end
        end
      end
    else
      if #inlines > 0 then inlines:insert(pandoc.Space()) end
      inlines:extend(pandoc.utils.blocks_to_inlines({ block }))
    end
  end
  for _, block in ipairs(blocks) do add(block) end
  return inlines:walk(in_one_line)
end

local function rows_of(tbl)
  local rows = pandoc.List(tbl.head.rows)
  for _, body in ipairs(tbl.bodies) do
    rows:extend(body.head)
    rows:extend(body.body)
  end
  rows:extend(tbl.foot.rows)
  return rows
end

local function grid_of(rows, width)
  local grid, above = {}, {}
  for number, row in ipairs(rows) do
    local line, next_cell = {}, 1
    for column = 1, width do
      if above[column] and above[column].rows > 0 then
        above[column].rows = above[column].rows - 1
        line[column] = above[column].inlines
      elseif not line[column] and row.cells[next_cell] then
        local cell = row.cells[next_cell]
        local inlines = inlines_of(cell.contents)
        next_cell = next_cell + 1
        for at = column, math.min(column + cell.col_span - 1, width) do
          line[at] = at == column and inlines or pandoc.Inlines({})
          above[at] = { inlines = line[at], rows = cell.row_span - 1 }
        end
      end
      line[column] = line[column] or pandoc.Inlines({})
    end
    grid[number] = line
  end
  return grid
end

local function cells(line)
  local plain = {}
  for column, inlines in ipairs(line) do plain[column] = { pandoc.Plain(inlines) } end
  return plain
end

local function simple(tbl)
  local width, rows, blocks = #tbl.colspecs, rows_of(tbl), pandoc.Blocks(tbl.caption.long)
  if width == 1 then
    -- A frame around text.
    for _, row in ipairs(rows) do
      for _, cell in ipairs(row.cells) do blocks:extend(cell.contents) end
    end
    return blocks
  end
  local head, lines, aligns, widths = {}, {}, {}, {}
  for number, line in ipairs(grid_of(rows, width)) do
    if number == 1 and #tbl.head.rows > 0 then head = cells(line) else lines[#lines + 1] = cells(line) end
  end
  for column = 1, width do aligns[column], widths[column] = 'AlignDefault', 0 end
  blocks:insert(pandoc.utils.from_simple_table(pandoc.SimpleTable({}, aligns, widths, head, lines)))
  return blocks
end

-- The whole -----------------------------------------------------------------------------------------------------------

local SHOWN = { 'subtitle', 'author', 'creator', 'date', 'abstract' }

local function shown_above(meta)
  local blocks = pandoc.Blocks({})
  local function add(value)
    local kind = pandoc.utils.type(value)
    if kind == 'List' then
      for _, item in ipairs(value) do add(item) end
    elseif kind == 'Blocks' then
      blocks:extend(value)
    -- A moment to the second is that of the file.
    elseif kind == 'Inlines' and not pandoc.utils.stringify(value):find('%dT%d') then
      blocks:insert(pandoc.Para(value))
    end
  end
  if meta.title then blocks:insert(pandoc.Header(1, pandoc.Inlines(meta.title))) end
  for _, name in ipairs(SHOWN) do
    if meta[name] then add(meta[name]) end
  end
  return blocks
end

function Pandoc(doc)
  local title = doc.meta.title and pandoc.utils.stringify(doc.meta.title) or ''
  local blocks = doc.blocks
  if not doc.meta['title-beside'] then
    blocks = shown_above(doc.meta)
    blocks:extend(doc.blocks)
  end
  local text = pandoc.Blocks(blocks):walk({ Para = with_comments, Plain = with_comments, Header = with_comments })
  text = text:walk({ Table = simple })
  local counts = {}
  for kind, count in pairs(left_out) do counts[#counts + 1] = count .. ' ' .. kind .. (count == 1 and '' or 's') end
  table.sort(counts)
  io.stderr:write('title: ', (title:gsub('%s+', ' ')), '\nleft-out: ', table.concat(counts, ', '), '\n')
  return pandoc.Pandoc(text)
end
