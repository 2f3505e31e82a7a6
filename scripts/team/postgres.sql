-- The statements of an index in PostgreSQL that SQLite has in other words.  Each has a name and says what it is for.
-- {level} is page, section or passage; the tables lie in the connection's schema, so that a database can hold several.

-- name: tables
-- Those of schema.py, with equal rows, but words in plain tables and what FTS5 keeps in tables of our own: postings (how
-- often a term stands in a row, by the weights of its columns, and how many words the row has), terms (in how many
-- sections one stands) and levels (rows and words of each words table).
-- units: what is written at once, a page or a whole table, with the digest of its rows.  texts: files as they are shown.
CREATE TABLE meta (key text COLLATE "C" PRIMARY KEY, value text COLLATE "C" NOT NULL);
CREATE TABLE units (key text COLLATE "C" PRIMARY KEY, digest bigint NOT NULL);
CREATE TABLE files (path text COLLATE "C" PRIMARY KEY, problem text COLLATE "C" NOT NULL);
CREATE TABLE pages (id bigint PRIMARY KEY, path text COLLATE "C" NOT NULL, node text COLLATE "C" NOT NULL,
    title text COLLATE "C" NOT NULL, category text COLLATE "C" NOT NULL, type text COLLATE "C" NOT NULL,
    description text COLLATE "C" NOT NULL, language text COLLATE "C" NOT NULL, aliases text COLLATE "C" NOT NULL,
    tags text COLLATE "C" NOT NULL, properties text COLLATE "C" NOT NULL, changed text COLLATE "C" NOT NULL,
    tokens bigint NOT NULL, issues text COLLATE "C" NOT NULL);
CREATE INDEX pages_by_path ON pages (path);
CREATE INDEX pages_by_node ON pages (node);
CREATE TABLE texts (page bigint PRIMARY KEY, content bytea NOT NULL);
CREATE TABLE sections (id bigint PRIMARY KEY, page bigint NOT NULL, heading text COLLATE "C" NOT NULL,
    above text COLLATE "C" NOT NULL, level bigint NOT NULL, part bigint NOT NULL, line bigint NOT NULL,
    end_line bigint NOT NULL);
CREATE TABLE passages (id bigint PRIMARY KEY, page bigint NOT NULL, section bigint NOT NULL,
    kind text COLLATE "C" NOT NULL, line bigint NOT NULL, end_line bigint NOT NULL, block text COLLATE "C" NOT NULL,
    is_boilerplate bigint NOT NULL, text text COLLATE "C" NOT NULL);
CREATE INDEX passages_by_section ON passages (section);
CREATE TABLE page_words (rowid bigint PRIMARY KEY, title text COLLATE "C" NOT NULL, aliases text COLLATE "C" NOT NULL,
    headings text COLLATE "C" NOT NULL, place text COLLATE "C" NOT NULL, description text COLLATE "C" NOT NULL,
    body text COLLATE "C" NOT NULL, links text COLLATE "C" NOT NULL);
CREATE TABLE section_words (rowid bigint PRIMARY KEY, title text COLLATE "C" NOT NULL, heading text COLLATE "C" NOT NULL,
    above text COLLATE "C" NOT NULL, text text COLLATE "C" NOT NULL);
CREATE TABLE passage_words (rowid bigint PRIMARY KEY, title text COLLATE "C" NOT NULL, heading text COLLATE "C" NOT NULL,
    text text COLLATE "C" NOT NULL);
CREATE TABLE page_postings (term text COLLATE "C" NOT NULL, id bigint NOT NULL, frequency real NOT NULL,
    length integer NOT NULL);
CREATE TABLE section_postings (term text COLLATE "C" NOT NULL, id bigint NOT NULL, frequency real NOT NULL,
    length integer NOT NULL);
CREATE TABLE passage_postings (term text COLLATE "C" NOT NULL, id bigint NOT NULL, frequency real NOT NULL,
    length integer NOT NULL);
CREATE TABLE terms (term text COLLATE "C" PRIMARY KEY, sections bigint NOT NULL);
CREATE TABLE levels (level text COLLATE "C" PRIMARY KEY, documents bigint NOT NULL, words bigint NOT NULL);
CREATE TABLE names (key text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, node text COLLATE "C" NOT NULL,
    text text COLLATE "C" NOT NULL, folded text COLLATE "C" NOT NULL, page bigint);
CREATE INDEX names_by_key ON names (key);
CREATE INDEX names_by_page ON names (page);
CREATE INDEX names_by_node ON names (node);
CREATE TABLE mentions (name text COLLATE "C" NOT NULL, section bigint NOT NULL, role text COLLATE "C" NOT NULL,
    PRIMARY KEY (name, section));
CREATE INDEX mentions_by_section ON mentions (section);
CREATE TABLE claims (id bigint PRIMARY KEY, page bigint NOT NULL, line bigint NOT NULL,
    subject text COLLATE "C" NOT NULL, subject_name text COLLATE "C" NOT NULL, relation text COLLATE "C" NOT NULL,
    object text COLLATE "C" NOT NULL, object_name text COLLATE "C" NOT NULL, confidence double precision NOT NULL,
    note text COLLATE "C" NOT NULL, form text COLLATE "C" NOT NULL);
CREATE INDEX claims_by_subject ON claims (subject);
CREATE INDEX claims_by_object ON claims (object) WHERE form <> 'premise';
CREATE INDEX premises_by_object ON claims (object, note) WHERE form = 'premise';
CREATE TABLE evidence (claim bigint NOT NULL, place bigint NOT NULL, source text COLLATE "C" NOT NULL, page bigint,
    block text COLLATE "C" NOT NULL, quote text COLLATE "C" NOT NULL, passage bigint, section bigint,
    PRIMARY KEY (claim, place));
CREATE INDEX evidence_by_section ON evidence (section);
CREATE TABLE edges (node text COLLATE "C" NOT NULL, is_claim bigint NOT NULL, confidence double precision NOT NULL,
    source text COLLATE "C" NOT NULL, relation text COLLATE "C" NOT NULL, target text COLLATE "C" NOT NULL,
    sources bigint NOT NULL);
CREATE INDEX edges_by_node ON edges (node, is_claim DESC, confidence DESC);
CREATE TABLE links (page bigint NOT NULL, place bigint NOT NULL, line bigint NOT NULL, kind text COLLATE "C" NOT NULL,
    is_embed bigint NOT NULL, link text COLLATE "C" NOT NULL, display text COLLATE "C",
    property text COLLATE "C" NOT NULL, basename text COLLATE "C" NOT NULL, target text COLLATE "C" NOT NULL,
    target_page bigint, PRIMARY KEY (page, place));
CREATE INDEX links_by_basename ON links (basename);
CREATE INDEX links_by_target ON links (target);
CREATE TABLE vectors (section bigint PRIMARY KEY, digest bytea NOT NULL, vector bytea NOT NULL);

-- name: stay
-- Tables that are not in this schema are those of others, wherever the search path leads, and so are functions: one of a
-- stranger's would be called that takes just these types.  Until then each is named with its schema.
SELECT pg_catalog.set_config('search_path', pg_catalog.quote_ident(pg_catalog.current_schema()::pg_catalog.text), false)
    WHERE pg_catalog.current_schema() IS NOT NULL

-- name: marks
-- What of this schema has the name of one of some tables, each with its comment.
SELECT relname, pg_catalog.obj_description(oid, 'pg_class') FROM pg_class WHERE relname = ANY(%(tables)s::text[])
    AND relkind <> 'i' AND relnamespace = quote_ident(current_schema()::text)::regnamespace

-- name: indexes
-- Those of the postings, where there are none yet.
CREATE UNIQUE INDEX IF NOT EXISTS page_postings_by_term ON page_postings (term, id) INCLUDE (frequency, length);
CREATE UNIQUE INDEX IF NOT EXISTS section_postings_by_term ON section_postings (term, id) INCLUDE (frequency, length);
CREATE UNIQUE INDEX IF NOT EXISTS passage_postings_by_term ON passage_postings (term, id) INCLUDE (frequency, length);

-- name: search
-- The best rows of a level by BM25 (k1 1.2, b 0.75), ties by id.  A term's count of rows comes from the same scan; all is
-- double precision, computed as SQLite's bm25() does and added in the order of the question, so that ties are ties.  {phrases} adds hits of the same form.
WITH hits AS MATERIALIZED (
    SELECT t.place, p.id, p.frequency::float8 AS frequency, p.length::float8 AS length
    FROM unnest(%(terms)s::text[], %(places)s::integer[]) AS t(term, place) JOIN {level}_postings AS p ON p.term = t.term
    {phrases}
), counted AS (
    SELECT place, id, frequency, length, count(*) OVER (PARTITION BY place)::float8 AS documents FROM hits
)
SELECT id, sum(greatest(1e-6::float8, ln((%(n)s::float8 - documents + 0.5::float8) / (documents + 0.5::float8)))
    * (frequency * 2.2::float8 / (frequency + 1.2::float8 * (0.25::float8 + 0.75::float8 * length / %(average)s::float8)))
    ORDER BY place) AS score
FROM counted
WHERE %(pages)s::bigint[] IS NULL OR (id >> %(shift)s::integer) = ANY(%(pages)s::bigint[])
GROUP BY id ORDER BY score DESC, id LIMIT %(limit)s::bigint

-- name: phrase
-- The hits of one phrase: of the rows that hold each of its words, those in which they stand side by side.  {frequency}
-- counts them by column; the last word is only looked ahead to, so that "a a" stands twice in "a a a".
SELECT %(place_{number})s::integer AS place, w.rowid AS id, {frequency} AS frequency, c.length::float8 AS length
FROM {level}_words AS w JOIN (
    SELECT id, max(length) AS length FROM {level}_postings WHERE term = ANY(%(words_{number})s::text[])
    GROUP BY id HAVING count(*) = cardinality(%(words_{number})s::text[])
) AS c ON c.id = w.rowid WHERE {frequency} > 0

-- name: level
-- How many rows a level has, and how many words are in them.
SELECT documents, words FROM levels WHERE level = %(level)s

-- name: remove_postings
-- Take away the postings of rows by what was written of them, for want of an index by row.
DELETE FROM {level}_postings AS p USING unnest(%(terms)s::text[], %(ids)s::bigint[]) AS g(term, id)
    WHERE p.term = g.term AND p.id = g.id

-- name: roles
-- Printed by `index --print-roles`: one role makes the index, one only reads it.  Without a password nobody gets in.
CREATE ROLE commonplace_writer LOGIN; -- then give it a password: \password commonplace_writer
CREATE ROLE commonplace_reader LOGIN; -- then give it a password: \password commonplace_reader
CREATE SCHEMA commonplace AUTHORIZATION commonplace_writer;
ALTER ROLE commonplace_writer SET search_path = commonplace;
ALTER ROLE commonplace_reader SET search_path = commonplace;
ALTER ROLE commonplace_reader SET default_transaction_read_only = on;
GRANT USAGE ON SCHEMA commonplace TO commonplace_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE commonplace_writer IN SCHEMA commonplace GRANT SELECT ON TABLES TO commonplace_reader;
