"""Everything in a log looked at again: chain, money, cards, decisions and every settlement.

``audit`` is given a log that is open for reading, and gives its findings.
"""

from fairdeal.live.audit.findings import Check, Fault, Findings, Seal, read_head
from fairdeal.live.audit.walk import audit

__all__ = ["Check", "Fault", "Findings", "Seal", "audit", "read_head"]
