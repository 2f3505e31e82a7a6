"""The table of relations: the one place where they are defined, read by `ontology`.

Its readable form is instructions/ontology.md.  A synonym must say the same as its relation: where it says less, more or
the opposite (`alternative to` beside `similar to`), it stays a name of its own.
"""

from __future__ import annotations

from typing import NamedTuple


class Relation(NamedTuple):
    """A canonical relation, read `source name target`."""

    name: str
    inverse: str
    """The same fact seen from the target; the name itself where the relation is symmetric."""
    meaning: str
    synonyms: tuple[str, ...] = ()
    """Other names that read in the same direction."""
    swapped: tuple[str, ...] = ()
    """Other names than the inverse that read from target to source."""
    opposites: tuple[str, ...] = ()
    """Relations that cannot hold at once between the same two ends."""
    is_symmetric: bool = False
    is_functional: bool = False
    """A source has one target; two of them contradict each other."""
    is_asymmetric: bool = False
    """It cannot hold in both directions between the same two ends."""
    asked: tuple[str, ...] = ()
    """Words by which a question asks for it, beside its names."""


def _names(words: str) -> tuple[str, ...]:
    return tuple(words.split())


RELATIONS = (
    Relation(
        "causes",
        "caused_by",
        "the source brings the target about",
        synonyms=_names(
            "cause caused causing leads_to lead_to led_to leading_to results_in result_in resulted_in triggers"
            " trigger triggered gives_rise_to gave_rise_to brings_about induces induced provokes cause_of"
            " a_cause_of the_cause_of"
        ),
        swapped=_names(
            "due_to results_from resulted_from triggered_by induced_by stems_from arises_from because_of"
            " brought_about_by provoked_by"
        ),
        opposites=_names("prevents"),
        asked=_names("why"),
    ),
    Relation(
        "prevents",
        "prevented_by",
        "the source keeps the target from happening",
        synonyms=_names(
            "prevent prevented avoids avoid blocks blocked inhibits inhibit inhibited stops protects_against"
        ),
        swapped=_names("avoided_by blocked_by inhibited_by stopped_by"),
        opposites=_names("causes enables"),
    ),
    Relation(
        "enables",
        "enabled_by",
        "the source makes the target possible",
        synonyms=_names("enable enabled allows allow allowed permits makes_possible facilitates"),
        swapped=_names("allowed_by permitted_by made_possible_by facilitated_by"),
        opposites=_names("prevents"),
    ),
    Relation(
        "influences",
        "influenced_by",
        "the source has an effect on the target",
        synonyms=_names("influence influenced affects affect affected impacts impact impacted has_effect_on"),
        swapped=_names("affected_by impacted_by"),
    ),
    Relation(
        "increases",
        "increased_by",
        "the source makes the target more",
        synonyms=_names("increase increased raises raised boosts amplifies"),
        swapped=_names("raised_by boosted_by amplified_by"),
        opposites=_names("decreases"),
    ),
    Relation(
        "decreases",
        "decreased_by",
        "the source makes the target less",
        synonyms=_names("decrease decreased reduces reduce reduced lowers lowered diminishes"),
        swapped=_names("reduced_by lowered_by diminished_by"),
        opposites=_names("increases"),
    ),
    Relation(
        "improves",
        "improved_by",
        "the source makes the target better",
        synonyms=_names("improve improved enhances enhance enhanced optimizes optimises"),
        swapped=_names("enhanced_by optimized_by optimised_by"),
        opposites=_names("worsens"),
    ),
    Relation(
        "worsens",
        "worsened_by",
        "the source makes the target worse",
        synonyms=_names("worsen worsened degrades degraded harms harmed damages damaged impairs"),
        swapped=_names("degraded_by harmed_by damaged_by impaired_by"),
        opposites=_names("improves"),
    ),
    Relation(
        "resolves",
        "resolved_by",
        "the source does away with the target, a problem",
        synonyms=_names("resolve resolved fixes fix fixed solves solve solved addresses"),
        swapped=_names("fixed_by solved_by addressed_by"),
    ),
    Relation(
        "treats",
        "treated_by",
        "the source is a remedy for the target, an illness",
        synonyms=_names("treat treated cures cure cured remedies treatment_for a_treatment_for"),
        swapped=_names("cured_by remedied_by has_treatment"),
    ),
    Relation(
        "contains",
        "part_of",
        "the target is a part or a member of the source",
        synonyms=_names(
            "contain contained includes include included has_part has_parts comprises consists_of composed_of"
            " comprised_of made_of made_up_of has_member has_component has_a superset_of a_superset_of"
        ),
        swapped=_names(
            "parts_of a_part_of one_part_of component_of a_component_of member_of a_member_of contained_in"
            " contained_by included_in belongs_to belong_to element_of subset_of a_subset_of"
        ),
        is_asymmetric=True,
    ),
    Relation(
        "depends_on",
        "dependency_of",
        "the source does not work without the target",
        synonyms=_names(
            "depend_on depended_on depends_upon dependent_on relies_on rely_on relied_on relies_upon reliant_on"
        ),
        swapped=_names("a_dependency_of depended_on_by relied_on_by"),
    ),
    Relation(
        "requires",
        "required_by",
        "the target must be there before the source",
        synonyms=_names("require required needs need needed presupposes has_prerequisite has_requirement"),
        swapped=_names(
            "needed_by prerequisite_of a_prerequisite_of prerequisite_for a_prerequisite_for required_for needed_for"
        ),
    ),
    Relation(
        "uses",
        "used_by",
        "the source makes use of the target",
        synonyms=_names(
            "use used using utilizes utilises utilized makes_use_of consumes built_on built_with built_upon"
            " runs_on powered_by"
        ),
        swapped=_names("utilized_by utilised_by consumed_by powers"),
    ),
    Relation(
        "implements",
        "implemented_by",
        "the source carries out what the target describes",
        synonyms=_names(
            "implement implemented realizes realises realized fulfills fulfils conforms_to implementation_of"
            " an_implementation_of"
        ),
        swapped=_names("realized_by realised_by fulfilled_by has_implementation"),
        is_asymmetric=True,
    ),
    Relation(
        "produces",
        "produced_by",
        "the target comes out of the source",
        synonyms=_names("produce produced generates generate generated emits emitted outputs yields manufactures"),
        swapped=_names("generated_by emitted_by output_of manufactured_by"),
    ),
    Relation(
        "derived_from",
        "source_of",
        "the source was made out of the target or after it",
        synonyms=_names("derives_from based_on based_upon originates_from comes_from adapted_from"),
        swapped=_names("basis_of basis_for the_basis_of the_basis_for origin_of the_origin_of the_source_of"),
        is_asymmetric=True,
    ),
    Relation(
        "created",
        "created_by",
        "the source is the maker of the target",
        synonyms=_names(
            "create creates authors authored author_of an_author_of the_author_of writes wrote written founds"
            " founded founder_of a_founder_of the_founder_of invents invented inventor_of the_inventor_of develops"
            " developed designs designed composed painted builds built creator_of the_creator_of established"
        ),
        swapped=_names(
            "author has_author authored_by written_by founded_by invented_by developed_by designed_by composed_by"
            " painted_by built_by made_by established_by creator has_creator"
        ),
        is_asymmetric=True,
    ),
    Relation(
        "owns",
        "owned_by",
        "the target is the property of the source",
        synonyms=_names("own owned owner_of an_owner_of the_owner_of possesses acquires acquired bought"),
        swapped=_names("has_owner owner possessed_by acquired_by bought_by"),
        is_asymmetric=True,
    ),
    Relation(
        "works_for",
        "employs",
        "the source is employed by the target",
        synonyms=_names(
            "work_for worked_for works_at work_at worked_at employed_by employed_at employee_of an_employee_of employer"
        ),
        swapped=_names("employ employed has_employee employee"),
        is_asymmetric=True,
    ),
    Relation(
        "manages",
        "managed_by",
        "the source leads or runs the target",
        synonyms=_names(
            "manage managed leads led heads headed supervises supervised operates operated maintains maintained"
            " leader_of the_leader_of manager_of the_manager_of head_of the_head_of ceo_of the_ceo_of"
        ),
        swapped=_names("led_by headed_by supervised_by run_by operated_by maintained_by reports_to manager"),
        is_asymmetric=True,
    ),
    Relation(
        "located_in",
        "location_of",
        "the source lies inside or at the target",
        synonyms=_names(
            "located_at located_within location situated_in situated_at lies_in found_in lives_in lived_in"
            " resides_in based_in headquartered_in hosted_in hosted_on hosted_by deployed_on deployed_in inside"
            " inside_of lies_inside"
        ),
        swapped=_names("the_location_of home_of hosts houses site_of"),
        is_asymmetric=True,
    ),
    Relation(
        "born_in",
        "birthplace_of",
        "the source was born at the target",
        synonyms=_names("place_of_birth birthplace"),
        swapped=_names("the_birthplace_of"),
        is_functional=True,
    ),
    Relation(
        "died_in",
        "deathplace_of",
        "the source died at the target",
        synonyms=_names("place_of_death deathplace"),
        swapped=_names("place_of_death_of"),
        is_functional=True,
    ),
    Relation(
        "occurred_on",
        "date_of",
        "the source happened on the target, a date",
        synonyms=_names("occurs_on happened_on happens_on took_place_on takes_place_on dated has_date"),
        swapped=_names("the_date_of"),
        is_functional=True,
    ),
    Relation(
        "has_value",
        "value_of",
        "the target is the amount of the source",
        synonyms=_names("has_amount amounts_to set_to"),
        swapped=_names("the_value_of"),
        is_functional=True,
    ),
    Relation(
        "parent_of",
        "child_of",
        "the target is a child of the source",
        synonyms=_names("a_parent_of the_parent_of father_of the_father_of mother_of the_mother_of has_child"),
        swapped=_names("a_child_of the_child_of son_of the_son_of daughter_of the_daughter_of has_parent"),
        is_asymmetric=True,
    ),
    Relation(
        "married_to",
        "married_to",
        "the two are or were spouses",
        synonyms=_names("marries married spouse_of the_spouse_of spouse husband_of the_husband_of wife_of the_wife_of"),
        is_symmetric=True,
    ),
    Relation(
        "precedes",
        "follows",
        "the source comes before the target",
        synonyms=_names(
            "precede preceded before comes_before came_before happens_before happened_before predecessor_of"
            " a_predecessor_of the_predecessor_of earlier_than followed_by succeeded_by"
        ),
        swapped=_names(
            "follow followed succeeds succeeded after comes_after came_after happens_after happened_after"
            " successor_of a_successor_of the_successor_of later_than preceded_by"
        ),
        is_asymmetric=True,
    ),
    Relation(
        "replaces",
        "replaced_by",
        "the source takes the place of the target",
        synonyms=_names("replace replaced supersedes superseded obsoletes displaces replacement_for a_replacement_for"),
        swapped=_names("superseded_by obsoleted_by displaced_by"),
        is_asymmetric=True,
    ),
    Relation(
        "is_a",
        "has_subtype",
        "every source is also a target",
        synonyms=_names(
            "isa is is_an kind_of a_kind_of type_of a_type_of sort_of a_sort_of form_of a_form_of subclass_of"
            " a_subclass_of subtype_of a_subtype_of has_type inherits_from"
        ),
        swapped=_names("has_kind has_subclass superclass_of a_superclass_of supertype_of"),
        is_asymmetric=True,
    ),
    Relation(
        "instance_of",
        "has_instance",
        "the source is one of the things called target",
        synonyms=_names("an_instance_of example_of an_example_of"),
        swapped=_names("has_example exemplified_by"),
        is_asymmetric=True,
    ),
    Relation(
        "has_property",
        "property_of",
        "the target says what the source is like",
        synonyms=_names("has_attribute has_feature has_characteristic characterized_by characterised_by"),
        swapped=_names(
            "a_property_of attribute_of an_attribute_of feature_of a_feature_of characteristic_of"
            " a_characteristic_of characterizes"
        ),
    ),
    Relation(
        "defines",
        "defined_by",
        "the source says what the target is",
        synonyms=_names("define defined specifies specify specified definition_of the_definition_of"),
        swapped=_names("specified_by defined_in specified_in has_definition"),
    ),
    Relation(
        "describes",
        "described_by",
        "the source is about the target",
        synonyms=_names("describe described about discusses documents explains"),
        swapped=_names(
            "described_in discussed_in documented_in documented_by explained_by explained_in topic_of subject_of"
        ),
    ),
    Relation(
        "measures",
        "measured_by",
        "the source gives the size of the target",
        synonyms=_names("measure measured quantifies measure_of a_measure_of"),
        swapped=_names("quantified_by"),
    ),
    Relation(
        "option_for",
        "has_option",
        "the source is one way to do the target, or to answer it; whether it was taken is another claim",
        synonyms=_names(
            "an_option_for one_option_for possible_solution_for proposed_for candidate_for a_candidate_for"
        ),
        swapped=_names("has_options"),
        asked=_names("alternatives choices considered discussed compared offered"),
    ),
    Relation(
        "rejected_for",
        "has_rejected_option",
        "the source was weighed for the target and not taken",
        synonyms=_names("rejected_option_for turned_down_for ruled_out_for not_chosen_for discarded_for"),
        asked=_names("alternatives considered discussed refused declined dropped"),
    ),
    Relation(
        "decided_by",
        "decision_maker_of",
        "the source, a decision or a question, was settled by the target",
        synonyms=_names("settled_by"),
        swapped=_names("decided decides"),
        asked=_names("decision chose chosen agreed approved"),
    ),
    Relation(
        "because",
        "reason_for",
        "the source holds, or was chosen, for the reason that the target names",
        synonyms=_names("justified_by motivated_by"),
        swapped=_names("a_reason_for the_reason_for justifies motivates"),
        asked=_names("why chosen rationale"),
    ),
    Relation(
        "supports",
        "supported_by",
        "the source speaks for the target",
        synonyms=_names("support supported confirms confirm confirmed corroborates evidence_for proves agrees_with"),
        swapped=_names("confirmed_by corroborated_by proved_by proven_by"),
        opposites=_names("contradicts"),
    ),
    Relation(
        "contradicts",
        "contradicts",
        "the two cannot both hold",
        synonyms=_names(
            "contradict contradicted conflicts_with conflict_with disagrees_with refutes refuted disproves"
            " incompatible_with inconsistent_with contradicted_by refuted_by disproved_by"
        ),
        opposites=_names("supports"),
        is_symmetric=True,
    ),
    Relation(
        "same_as",
        "same_as",
        "the two are one thing under two names",
        synonyms=_names(
            "equals equal_to identical_to equivalent_to also_known_as known_as synonym_of a_synonym_of the_same_as"
        ),
        opposites=_names("different_from"),
        is_symmetric=True,
    ),
    Relation(
        "similar_to",
        "similar_to",
        "the two are alike",
        synonyms=_names("similar resembles like comparable_to analogous_to"),
        opposites=_names("different_from"),
        is_symmetric=True,
    ),
    Relation(
        "different_from",
        "different_from",
        "the two are not to be confused",
        synonyms=_names("differs_from distinct_from different_to unlike not_the_same_as"),
        opposites=_names("same_as similar_to"),
        is_symmetric=True,
    ),
    Relation(
        "related_to",
        "related_to",
        "the two have to do with each other",
        synonyms=_names(
            "relates_to related relates relate_to associated_with associates_with connected_to connects_to"
            " linked_to links_to link_to see_also"
        ),
        is_symmetric=True,
    ),
)

VERBS_AND_PARTICIPLES = (
    "ancestor_of/descendant_of appoints/appointed approves/approved attacks/attacked awards/awarded borders/bordered"
    " calls/called carries/carried chairs/chaired checks/checked chooses/chosen cites/cited coaches/coached"
    " conquers/conquered controls/controlled covers/covered crosses/crossed defeats/defeated delivers/delivered"
    " deprecates/deprecated directs/directed discovers/discovered drains/drained drives/driven eats/eaten edits/edited"
    " elects/elected encodes/encoded encrypts/encrypted feeds/fed fills/filled finances/financed funds/funded"
    " governs/governed grows/grown guards/guarded handles/handled hires/hired holds/held hunts/hunted infects/infected"
    " inspires/inspired invokes/invoked kills/killed knows/known launches/launched loves/loved mentions/mentioned"
    " mitigates/mitigated monitors/monitored nominates/nominated observes/observed opposes/opposed orbits/orbited"
    " orders/ordered organises/organised organizes/organized owes/owed pays/paid performs/performed plays/played"
    " pollinates/pollinated promotes/promoted protects/protected publishes/published receives/received"
    " recommends/recommended records/recorded references/referenced regulates/regulated rejects/rejected rents/rented"
    " represents/represented reviews/reviewed rules/ruled sells/sold sends/sent signs/signed sings/sung"
    " sponsors/sponsored stores/stored studies/studied supplies/supplied surrounds/surrounded teaches/taught"
    " tests/tested trains/trained translates/translated transmits/transmitted validates/validated verifies/verified"
    " visits/visited waters/watered wins/won"
)
"""Verbs that are no relation of the table, each with its participle: `rose watered by gardener` is stored as
`gardener waters rose`.  Listed, not derived: a verb's letters do not say whether `hated` is from `hate` or `hat`."""
