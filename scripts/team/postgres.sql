-- The statements of an index in PostgreSQL that SQLite has in other words.  Each has a name and says what it is for.
-- {level} is page, section or passage; the tables lie in the connection's schema, so that a database can hold several.

-- name: tables
-- Beside those that SQLite has with equal rows (postgres_copy.py): words in plain tables, and what FTS5 keeps in tables of
-- our own: postings (how often a term stands in a row, by the weights of its columns, and how many words the row has),
-- terms (in how many sections one stands) and levels (rows and words of each words table).
-- units: what is written at once, a page or a whole table, with the digest of its rows.  texts: files as they are shown.
CREATE TABLE units (key text COLLATE "C" PRIMARY KEY, digest bigint NOT NULL);
CREATE TABLE files (path text COLLATE "C" PRIMARY KEY, problem text COLLATE "C" NOT NULL);
CREATE TABLE texts (page bigint PRIMARY KEY, content bytea NOT NULL);
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
CREATE INDEX names_by_key ON names (key);
CREATE INDEX mentions_by_name ON mentions (name);
CREATE INDEX evidence_by_claim ON evidence (claim);
CREATE INDEX edges_of_node ON edges (node, is_claim DESC, confidence DESC);
CREATE INDEX links_by_page ON links (page);

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
