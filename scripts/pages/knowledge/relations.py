"""The table of canonical relations: data only; what a written name means in it is told by relation_names.py.

Its readable form is instructions/ontology.md.  It stays text, in which a name is looked for: making
values of all relations would cost a question, which meets few, as much as importing ten modules.
"""

from __future__ import annotations

from typing import NamedTuple


class Relation(NamedTuple):
    """A canonical relation, read `source name target`."""

    name: str
    inverse: str
    """The same fact told from the target; the name itself where the relation is symmetric."""
    meaning: str
    synonyms: tuple[str, ...]
    """Other names with the same direction."""
    swapped: tuple[str, ...]
    """Other names with the ends the other way round, the inverse among them."""
    opposites: tuple[str, ...]
    """Relations that cannot well hold between the same two ends at once."""
    is_symmetric: bool
    is_functional: bool
    """A source has one target; two of them contradict each other."""
    is_asymmetric: bool
    """It cannot hold in both directions between the same two ends."""


# A relation is a line `* name / inverse: meaning [marks]`, then lines of names: `=` the same direction, `<` the ends
# swapped, `!` opposites.  A blank line stands before each relation, and behind the last.
TABLE = """

* causes / caused_by: the source brings the target about
  = cause caused causing leads_to lead_to led_to leading_to results_in result_in resulted_in triggers trigger
  = triggered gives_rise_to gave_rise_to brings_about induces induced provokes
  = cause_of a_cause_of the_cause_of
  < due_to results_from resulted_from triggered_by induced_by stems_from arises_from because_of brought_about_by
  < provoked_by
  ! prevents

* prevents / prevented_by: the source keeps the target from happening
  = prevent prevented avoids avoid blocks blocked inhibits inhibit inhibited stops
  = protects_against
  < avoided_by blocked_by inhibited_by stopped_by
  ! causes enables

* enables / enabled_by: the source makes the target possible
  = enable enabled allows allow allowed permits makes_possible facilitates
  < allowed_by permitted_by made_possible_by facilitated_by
  ! prevents

* influences / influenced_by: the source has an effect on the target
  = influence influenced affects affect affected impacts impact impacted has_effect_on
  < affected_by impacted_by

* increases / increased_by: the source makes the target more
  = increase increased raises raised boosts amplifies
  < raised_by boosted_by amplified_by
  ! decreases

* decreases / decreased_by: the source makes the target less
  = decrease decreased reduces reduce reduced lowers lowered diminishes
  < reduced_by lowered_by diminished_by
  ! increases

* improves / improved_by: the source makes the target better
  = improve improved enhances enhance enhanced optimizes optimises
  < enhanced_by optimized_by optimised_by
  ! worsens

* worsens / worsened_by: the source makes the target worse
  = worsen worsened degrades degraded harms harmed damages damaged impairs
  < degraded_by harmed_by damaged_by impaired_by
  ! improves

* resolves / resolved_by: the source does away with the target, a problem
  = resolve resolved fixes fix fixed solves solve solved addresses
  < fixed_by solved_by addressed_by

* treats / treated_by: the source is a remedy for the target, an illness
  = treat treated cures cure cured remedies treatment_for a_treatment_for
  < cured_by remedied_by has_treatment

* contains / part_of: the target is a part or a member of the source [asymmetric]
  = contain contained includes include included has_part has_parts comprises consists_of composed_of comprised_of
  = made_of made_up_of has_member has_component has_a superset_of a_superset_of
  < parts_of a_part_of one_part_of component_of a_component_of member_of a_member_of contained_in contained_by
  < included_in belongs_to belong_to element_of subset_of a_subset_of

* depends_on / dependency_of: the source does not work without the target
  = depend_on depended_on depends_upon dependent_on relies_on rely_on relied_on relies_upon reliant_on
  < a_dependency_of depended_on_by relied_on_by

* requires / required_by: the target must be there before the source
  = require required needs need needed presupposes has_prerequisite has_requirement
  < needed_by prerequisite_of a_prerequisite_of prerequisite_for a_prerequisite_for required_for needed_for

* uses / used_by: the source makes use of the target
  = use used using utilizes utilises utilized makes_use_of consumes built_on built_with built_upon runs_on
  = powered_by
  < utilized_by utilised_by consumed_by powers

* implements / implemented_by: the source carries out what the target describes [asymmetric]
  = implement implemented realizes realises realized fulfills fulfils conforms_to implementation_of
  = an_implementation_of
  < realized_by realised_by fulfilled_by has_implementation

* produces / produced_by: the target comes out of the source
  = produce produced generates generate generated emits emitted outputs yields manufactures
  < generated_by emitted_by output_of manufactured_by

* derived_from / source_of: the source was made out of the target or after it [asymmetric]
  = derives_from based_on based_upon originates_from comes_from adapted_from
  < basis_of basis_for the_basis_of the_basis_for origin_of the_origin_of the_source_of

* created / created_by: the source is the maker of the target [asymmetric]
  = create creates authors authored author_of an_author_of the_author_of writes wrote written founds founded
  = founder_of a_founder_of the_founder_of invents invented inventor_of the_inventor_of develops developed designs
  = designed composed painted builds built creator_of the_creator_of established
  < author has_author authored_by written_by founded_by invented_by developed_by designed_by composed_by painted_by
  < built_by made_by established_by creator has_creator

* owns / owned_by: the target is the property of the source [asymmetric]
  = own owned owner_of an_owner_of the_owner_of possesses acquires acquired bought
  < has_owner owner possessed_by acquired_by bought_by

* works_for / employs: the source is employed by the target [asymmetric]
  = work_for worked_for works_at work_at worked_at employed_by employed_at employee_of an_employee_of employer
  < employ employed has_employee employee

* manages / managed_by: the source leads or runs the target [asymmetric]
  = manage managed leads led heads headed supervises supervised operates operated maintains maintained leader_of
  = the_leader_of manager_of the_manager_of head_of the_head_of ceo_of the_ceo_of
  < led_by headed_by supervised_by run_by operated_by maintained_by reports_to manager

* located_in / location_of: the source lies inside or at the target [asymmetric]
  = located_at located_within location situated_in situated_at lies_in found_in lives_in lived_in resides_in
  = based_in headquartered_in hosted_in hosted_on hosted_by deployed_on deployed_in
  = inside inside_of lies_inside
  < the_location_of home_of hosts houses site_of

* born_in / birthplace_of: the source was born at the target [functional]
  = place_of_birth birthplace
  < the_birthplace_of

* died_in / deathplace_of: the source died at the target [functional]
  = place_of_death deathplace
  < place_of_death_of

* occurred_on / date_of: the source happened on the target, a date [functional]
  = occurs_on happened_on happens_on took_place_on takes_place_on dated has_date
  < the_date_of

* has_value / value_of: the target is the amount of the source [functional]
  = has_amount amounts_to set_to
  < the_value_of

* parent_of / child_of: the target is a child of the source [asymmetric]
  = a_parent_of the_parent_of father_of the_father_of mother_of the_mother_of has_child
  < a_child_of the_child_of son_of the_son_of daughter_of the_daughter_of has_parent

* married_to / married_to: the two are or were spouses [symmetric]
  = marries married spouse_of the_spouse_of spouse husband_of the_husband_of wife_of the_wife_of

* precedes / follows: the source comes before the target [asymmetric]
  = precede preceded before comes_before came_before happens_before happened_before predecessor_of a_predecessor_of
  = the_predecessor_of earlier_than followed_by succeeded_by
  < follow followed succeeds succeeded after comes_after came_after happens_after happened_after successor_of
  < a_successor_of the_successor_of later_than preceded_by

* replaces / replaced_by: the source takes the place of the target [asymmetric]
  = replace replaced supersedes superseded obsoletes displaces replacement_for a_replacement_for
  < superseded_by obsoleted_by displaced_by

* is_a / has_subtype: every source is also a target [asymmetric]
  = isa is is_an kind_of a_kind_of type_of a_type_of sort_of a_sort_of form_of a_form_of subclass_of a_subclass_of
  = subtype_of a_subtype_of has_type inherits_from
  < has_kind has_subclass superclass_of a_superclass_of supertype_of

* instance_of / has_instance: the source is one of the things called target [asymmetric]
  = an_instance_of example_of an_example_of
  < has_example exemplified_by

* has_property / property_of: the target says what the source is like
  = has_attribute has_feature has_characteristic characterized_by characterised_by
  < a_property_of attribute_of an_attribute_of feature_of a_feature_of characteristic_of a_characteristic_of
  < characterizes

* defines / defined_by: the source says what the target is
  = define defined specifies specify specified definition_of the_definition_of
  < specified_by defined_in specified_in has_definition

* describes / described_by: the source is about the target
  = describe described about discusses documents explains
  < described_in discussed_in documented_in documented_by explained_by explained_in
  < topic_of subject_of

* measures / measured_by: the source gives the size of the target
  = measure measured quantifies measure_of a_measure_of
  < quantified_by

* supports / supported_by: the source speaks for the target
  = support supported confirms confirm confirmed corroborates evidence_for proves agrees_with
  < confirmed_by corroborated_by proved_by proven_by
  ! contradicts

* contradicts / contradicts: the two cannot both hold [symmetric]
  = contradict contradicted conflicts_with conflict_with disagrees_with refutes refuted disproves incompatible_with
  = inconsistent_with contradicted_by refuted_by disproved_by
  ! supports

* same_as / same_as: the two are one thing under two names [symmetric]
  = equals equal_to identical_to equivalent_to also_known_as known_as synonym_of a_synonym_of the_same_as
  ! different_from

* similar_to / similar_to: the two are alike [symmetric]
  = similar resembles like comparable_to analogous_to
  ! different_from

* different_from / different_from: the two are not to be confused [symmetric]
  = differs_from distinct_from different_to unlike not_the_same_as
  ! same_as similar_to

* related_to / related_to: the two have to do with each other [symmetric]
  = relates_to related relates relate_to associated_with associates_with connected_to connects_to linked_to
  = links_to link_to
  = see_also

"""


# Names of no canonical relation whose other end has a name of its own.  Listed, not derived: nobody can tell by its
# letters whether what was `hated` is hated or hatted, and `apply` writes the name into a page.
PAIRS = """
ancestor_of/descendant_of appoints/appointed approves/approved attacks/attacked awards/awarded borders/bordered
calls/called carries/carried chairs/chaired checks/checked chooses/chosen cites/cited coaches/coached
conquers/conquered controls/controlled covers/covered crosses/crossed defeats/defeated delivers/delivered
deprecates/deprecated directs/directed discovers/discovered drains/drained drives/driven eats/eaten edits/edited
elects/elected encodes/encoded encrypts/encrypted feeds/fed fills/filled finances/financed funds/funded
governs/governed grows/grown guards/guarded handles/handled hires/hired holds/held hunts/hunted infects/infected
inspires/inspired invokes/invoked kills/killed knows/known launches/launched loves/loved mentions/mentioned
mitigates/mitigated monitors/monitored nominates/nominated observes/observed opposes/opposed orbits/orbited
orders/ordered organises/organised organizes/organized owes/owed pays/paid performs/performed plays/played
pollinates/pollinated promotes/promoted protects/protected publishes/published receives/received
recommends/recommended records/recorded references/referenced regulates/regulated rejects/rejected rents/rented
represents/represented reviews/reviewed rules/ruled sells/sold sends/sent signs/signed sings/sung
sponsors/sponsored stores/stored studies/studied supplies/supplied surrounds/surrounded teaches/taught tests/tested
trains/trained translates/translated transmits/transmitted validates/validated verifies/verified visits/visited
waters/watered wins/won
"""
